/** The 34 divisions of China, named as the SQL function province_of returns them. */
export const PROVINCES = [
  ...['Beijing', 'Tianjin', 'Shanghai', 'Chongqing', 'Hong Kong', 'Macau', 'Taiwan', 'Hebei', 'Shanxi'],
  ...['Inner Mongolia', 'Liaoning', 'Jilin', 'Heilongjiang', 'Jiangsu', 'Zhejiang', 'Anhui', 'Fujian', 'Jiangxi'],
  ...['Shandong', 'Henan', 'Hubei', 'Hunan', 'Guangdong', 'Guangxi', 'Hainan', 'Sichuan', 'Guizhou', 'Yunnan'],
  ...['Tibet', 'Shaanxi', 'Gansu', 'Qinghai', 'Ningxia', 'Xinjiang'],
];
