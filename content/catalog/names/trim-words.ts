/**
 * Words of trims, versions and drive systems as dealers write them after a model. A model followed by such words only is that
 * model; followed by another word, it may be a different model, so a person decides.
 */
export const TRIM_WORDS: ReadonlySet<string> = new Set(
  `
  款 年款 版 型 车型 豪华 豪华型 豪华版 精英 精英型 精英版 舒适 舒适型 舒适版 尊贵 尊贵型 尊贵版 尊享 尊享版 旗舰 旗舰型 旗舰版 运动 运动型 运动版 时尚 时尚型
  时尚版 领先 领先型 领先版 智联 智享 智慧 智能 进取 进取型 先锋 先锋版 荣耀 荣耀版 冠军 冠军版 致享 风尚 都市 都市版 经典 经典版 行政 行政版 商务 商务版 标准
  标准型 标准版 基本型 入门 高配 中配 低配 顶配 卓越 卓越版 超长 长续航 标准续航 续航 续航版 长轴距 加长 手动 手动挡 自动 自动挡 手自一体 双离合 无级变速 四驱 两驱
  前驱 后驱 四门 五门 两门 三厢 两厢 混动 双擎 纯电 纯电动 插混 插电 插电混动 插电式 增程 增程式 新能源 汽油 柴油 燃油 改款 全新 新 新款 新一代 一代 二代 三代 四代
  五代 六代 七代 八代 九代 十代 第二代 第三代 第四代 第五代 第六代 第七代 第八代 第九代 第十代 国五 国六 国四 国六b 国vi 国v 座 五座 六座 七座 公里 万公里 匹 马力 天窗 全景
  导航 真皮 皮质 限量 限量版 周年 纪念 纪念版 性能 性能版 科技 科技版 畅享 乐享 悦享 臻享 豪享 至尊 至臻 锐享 动力 涡轮 增压 高功 低功 高功率 低功率 里程 二手 二手车 准新车 进口 国产 原装
  左舵 右舵 四轮 驱动 超级 家庭 家用 出行 出租 网约 网约车 个人 公务 双电机 单电机 磷酸铁锂 三元锂 电池
  at mt cvt dct dsg amt dht ecvt e-cvt automatic manual auto petrol diesel gasoline hybrid hev phev mhev ev bev reev erev electric dm dmi dmp i p
  turbo tsi tfsi tdi fsi gti gtd gte cdi cgi hdi dci vtec ivtec vvt vvti cvvt gdi mpi 4matic xdrive sdrive quattro 4motion awd 4wd 2wd 4x4 4x2 fwd rwd
  lhd rhd sedan saloon hatchback suv mpv wagon estate coupe cabrio convertible pickup van touring
  base standard std basic comfort comfortline highline trendline luxury lux premium deluxe elegant elegance elite executive limited ltd sports sportline
  line rline sline mline amgline amg msport dynamic exclusive inspiration signature platinum prestige ultimate ultra flagship business classic style advance
  advanced active ambition design edition special anniversary performance plug plugin in long range extended lwb swb version new facelift gen generation
  le se xle xse sel xl xls xlt gl gls glx gle gx gxl gxr vx vxr vxl vxs txl lx ex exl exr sx sxl lt ls ltz lts s sr sr5 sr5+ svr rs st
  st-line stline gt gtline n nline trd hse dl dlx dx ti tekna acenta visia
  doors door seats seater seat series model my km hp ps kw kwh cc l t th
  комплектация автомат механика полный привод гибрид электро дизель бензин люкс комфорт рестайлинг новый поколение
  hybride essence électrique automatique manuelle boîte
  تلقائي اوتوماتيك هايبرد بنزين ديزل فل كامل
  ハイブリッド 하이브리드 가솔린 디젤 전기
  `
    .trim()
    .split(/\s+/),
);
