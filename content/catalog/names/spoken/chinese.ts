import type { SpokenMakes } from './spoken.ts';

export const makes: SpokenMakes = {
  Toyota: '豐田, 一汽丰田, 广汽丰田',
  Honda: '广汽本田, 东风本田',
  Nissan: '日產, 东风日产',
  Volkswagen: '大眾, 福斯, 上汽大众, 一汽大众',
  'Mercedes-Benz': '奔馳, 賓士, 北京奔驰',
  BMW: '寶馬, 华晨宝马',
  Audi: '奧迪, 一汽奥迪',
  BYD: '比亞迪',
  Hyundai: '現代',
  Kia: '起亞',
  Ford: '长安福特',
  Buick: '上汽通用别克',
  Hongqi: '紅旗',
  Changan: '長安, 长安汽车',
  Geely: '吉利汽车',
  Chery: '奇瑞汽车',
  GWM: '長城, 长城汽车',
  Volvo: '沃爾沃',
  Tesla: '特斯拉汽车',
};
