/**
 * The 34 divisions of China and their larger cities: English name, then Chinese name. The SQL function `place_words` (migration 018) has
 * the same ones; `src/features/catalog/browse/server/places.db.test.ts` compares them.
 */
export const CHINA: readonly (readonly [province: string, chinese: string, cities: string])[] = [
  ['Beijing', '北京', ''],
  ['Tianjin', '天津', ''],
  ['Shanghai', '上海', ''],
  ['Chongqing', '重庆', ''],
  ['Hong Kong', '香港', ''],
  ['Macau', '澳门', ''],
  ['Taiwan', '台湾', 'Taipei 台北, Kaohsiung 高雄, Taichung 台中, Tainan 台南'],
  [
    'Hebei',
    '河北',
    'Shijiazhuang 石家庄, Tangshan 唐山, Baoding 保定, Handan 邯郸, Langfang 廊坊, Qinhuangdao 秦皇岛, Cangzhou 沧州, Xingtai 邢台, Zhangjiakou 张家口, Chengde 承德, Hengshui 衡水',
  ],
  ['Shanxi', '山西', 'Taiyuan 太原, Datong 大同, Changzhi 长治, Linfen 临汾, Yuncheng 运城, Jinzhong 晋中'],
  [
    'Inner Mongolia',
    '内蒙古',
    'Hohhot 呼和浩特, Baotou 包头, Ordos 鄂尔多斯, Chifeng 赤峰, Erenhot 二连浩特, Manzhouli 满洲里, Tongliao 通辽, Hulunbuir 呼伦贝尔',
  ],
  [
    'Liaoning',
    '辽宁',
    'Shenyang 沈阳, Dalian 大连, Anshan 鞍山, Jinzhou 锦州, Yingkou 营口, Dandong 丹东, Fushun 抚顺, Panjin 盘锦, Huludao 葫芦岛',
  ],
  ['Jilin', '吉林', 'Changchun 长春, Siping 四平, Yanji 延吉, Songyuan 松原, Tonghua 通化'],
  [
    'Heilongjiang',
    '黑龙江',
    'Harbin 哈尔滨, Daqing 大庆, Qiqihar 齐齐哈尔, Mudanjiang 牡丹江, Jiamusi 佳木斯, Suifenhe 绥芬河, Heihe 黑河',
  ],
  [
    'Jiangsu',
    '江苏',
    "Nanjing 南京, Suzhou 苏州, Wuxi 无锡, Changzhou 常州, Nantong 南通, Xuzhou 徐州, Yangzhou 扬州, Yancheng 盐城, Zhenjiang 镇江, Lianyungang 连云港, Huai'an 淮安, Suqian 宿迁, Kunshan 昆山, Jiangyin 江阴, Taicang 太仓, Zhangjiagang 张家港, Taizhou 泰州",
  ],
  [
    'Zhejiang',
    '浙江',
    'Hangzhou 杭州, Ningbo 宁波, Wenzhou 温州, Jiaxing 嘉兴, Shaoxing 绍兴, Jinhua 金华, Taizhou 台州, Huzhou 湖州, Zhoushan 舟山, Quzhou 衢州, Lishui 丽水, Yiwu 义乌, Cixi 慈溪',
  ],
  [
    'Anhui',
    '安徽',
    'Hefei 合肥, Wuhu 芜湖, Bengbu 蚌埠, Anqing 安庆, Fuyang 阜阳, Chuzhou 滁州, Huainan 淮南, Suzhou 宿州, Bozhou 亳州',
  ],
  [
    'Fujian',
    '福建',
    'Fuzhou 福州, Xiamen 厦门, Quanzhou 泉州, Zhangzhou 漳州, Putian 莆田, Longyan 龙岩, Ningde 宁德, Sanming 三明',
  ],
  [
    'Jiangxi',
    '江西',
    "Nanchang 南昌, Ganzhou 赣州, Jiujiang 九江, Shangrao 上饶, Jingdezhen 景德镇, Yichun 宜春, Fuzhou 抚州, Ji'an 吉安",
  ],
  [
    'Shandong',
    '山东',
    "Jinan 济南, Qingdao 青岛, Yantai 烟台, Weifang 潍坊, Linyi 临沂, Zibo 淄博, Jining 济宁, Weihai 威海, Rizhao 日照, Liaocheng 聊城, Dezhou 德州, Heze 菏泽, Dongying 东营, Tai'an 泰安, Binzhou 滨州, Zaozhuang 枣庄",
  ],
  [
    'Henan',
    '河南',
    'Zhengzhou 郑州, Luoyang 洛阳, Kaifeng 开封, Xinxiang 新乡, Nanyang 南阳, Xuchang 许昌, Anyang 安阳, Jiaozuo 焦作, Shangqiu 商丘, Zhoukou 周口, Xinyang 信阳, Zhumadian 驻马店',
  ],
  [
    'Hubei',
    '湖北',
    'Wuhan 武汉, Xiangyang 襄阳, Yichang 宜昌, Shiyan 十堰, Jingzhou 荆州, Huangshi 黄石, Xiaogan 孝感, Suizhou 随州',
  ],
  [
    'Hunan',
    '湖南',
    'Changsha 长沙, Zhuzhou 株洲, Xiangtan 湘潭, Hengyang 衡阳, Yueyang 岳阳, Changde 常德, Chenzhou 郴州, Loudi 娄底',
  ],
  [
    'Guangdong',
    '广东',
    'Guangzhou 广州, Shenzhen 深圳, Foshan 佛山, Dongguan 东莞, Zhuhai 珠海, Zhongshan 中山, Huizhou 惠州, Jiangmen 江门, Shantou 汕头, Zhanjiang 湛江, Zhaoqing 肇庆, Maoming 茂名, Qingyuan 清远, Shaoguan 韶关, Jieyang 揭阳, Meizhou 梅州, Chaozhou 潮州, Heyuan 河源, Yangjiang 阳江, Yunfu 云浮, Shanwei 汕尾',
  ],
  [
    'Guangxi',
    '广西',
    'Nanning 南宁, Liuzhou 柳州, Guilin 桂林, Beihai 北海, Qinzhou 钦州, Fangchenggang 防城港, Wuzhou 梧州, Pingxiang 凭祥, Yulin 玉林',
  ],
  ['Hainan', '海南', 'Haikou 海口, Sanya 三亚, Danzhou 儋州'],
  [
    'Sichuan',
    '四川',
    'Chengdu 成都, Mianyang 绵阳, Deyang 德阳, Yibin 宜宾, Luzhou 泸州, Nanchong 南充, Leshan 乐山, Zigong 自贡, Dazhou 达州, Panzhihua 攀枝花',
  ],
  ['Guizhou', '贵州', 'Guiyang 贵阳, Zunyi 遵义, Liupanshui 六盘水, Anshun 安顺'],
  ['Yunnan', '云南', 'Kunming 昆明, Qujing 曲靖, Yuxi 玉溪, Dali 大理, Lijiang 丽江, Ruili 瑞丽, Mohan 磨憨'],
  ['Tibet', '西藏', 'Lhasa 拉萨, Shigatse 日喀则'],
  ['Shaanxi', '陕西', "Xi'an 西安, Xianyang 咸阳, Baoji 宝鸡, Weinan 渭南, Hanzhong 汉中, Yulin 榆林, Yan'an 延安"],
  ['Gansu', '甘肃', 'Lanzhou 兰州, Tianshui 天水, Jiuquan 酒泉, Jiayuguan 嘉峪关'],
  ['Qinghai', '青海', 'Xining 西宁, Golmud 格尔木'],
  ['Ningxia', '宁夏', 'Yinchuan 银川, Shizuishan 石嘴山'],
  [
    'Xinjiang',
    '新疆',
    'Urumqi 乌鲁木齐, Kashgar 喀什, Khorgos 霍尔果斯, Yining 伊宁, Korla 库尔勒, Karamay 克拉玛依, Hami 哈密, Alashankou 阿拉山口, Changji 昌吉',
  ],
];
