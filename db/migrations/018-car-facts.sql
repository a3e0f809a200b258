-- Steering side and doors of a car, and three columns for filters that are derived from free text: the color family, the
-- province and the city. The new stored columns rewrite the table and lock it meanwhile: about two minutes for a million
-- cars. The index in memory and SQL read the same columns, so they cannot differ.

create function color_family(name text) returns text language sql immutable parallel safe as $$
  select family.name
  from regexp_split_to_table(lower($1), '[/,;|+&，、；／]|\m(?:and|with)\M|配') with ordinality as part (text, place),
    regexp_matches(part.text, '[a-z]+|咖啡|香槟|卡其|古铜|玫瑰|象牙|[^[:ascii:]]', 'g') with ordinality as word (found, place)
  join (values
    ('white', 1, '{white,白}'::text[]), ('white', 2, '{pearl,ivory,snow,alabaster,象牙}'),
    ('black', 1, '{black,黑}'), ('black', 2, '{ebony,onyx,obsidian,jet,midnight}'),
    ('silver', 1, '{silver,银,銀}'), ('silver', 2, '{platinum,aluminum,aluminium}'),
    ('gray', 1, '{gray,grey,灰}'), ('gray', 2, '{graphite,anthracite,charcoal,gunmetal,titanium,slate}'),
    ('blue', 1, '{blue,蓝,藍}'), ('blue', 2, '{navy,azure,sapphire,cobalt,cyan,turquoise,teal,aqua,青}'),
    ('red', 1, '{red,红,紅}'), ('red', 2, '{burgundy,maroon,crimson,ruby,scarlet,wine,bordeaux,cherry,vermilion}'),
    ('green', 1, '{green,绿,綠}'), ('green', 2, '{emerald,olive,jade,mint,lime}'),
    ('brown', 1, '{brown,棕,褐,咖,咖啡}'), ('brown', 2, '{bronze,copper,chocolate,coffee,mocha,cognac,chestnut,古铜}'),
    ('beige', 1, '{beige,米}'), ('beige', 2, '{cream,tan,sand,khaki,卡其}'),
    ('yellow', 1, '{yellow,黄,黃}'), ('yellow', 2, '{lemon}'),
    ('orange', 1, '{orange,橙,橘}'), ('orange', 2, '{amber,tangerine}'),
    ('gold', 1, '{gold,golden,金}'), ('gold', 2, '{champagne,香槟}'),
    ('purple', 1, '{purple,violet,紫}'), ('purple', 2, '{plum,lavender,lilac}'),
    ('pink', 1, '{pink,粉}'), ('pink', 2, '{rose,magenta,fuchsia,salmon,玫瑰}')
  ) as family (name, rank, words) on word.found[1] = any (family.words)
  order by part.place, family.rank, word.place desc
  limit 1
$$;

comment on function color_family(text) is
  'The family of a color in English or Chinese: of the first color named, its last word (blue gray is gray), and a shade such '
  'as burgundy only if no plain color is named. Null if no word is known.';

create function place_words() returns jsonb language sql immutable parallel safe as $$
  with provinces (name, words, cities) as (values
    ('Beijing', '北京', ''),
    ('Tianjin', '天津', ''),
    ('Shanghai', '上海', ''),
    ('Chongqing', '重庆', ''),
    ('Hong Kong', '香港 hongkong', ''),
    ('Macau', '澳门 macao', ''),
    ('Taiwan', '台湾', 'Taipei 台北,Kaohsiung 高雄,Taichung 台中,Tainan 台南'),
    ('Hebei', '河北', 'Shijiazhuang 石家庄,Tangshan 唐山,Baoding 保定,Handan 邯郸,Langfang 廊坊,Qinhuangdao 秦皇岛,'
      'Cangzhou 沧州,Xingtai 邢台,Zhangjiakou 张家口,Chengde 承德,Hengshui 衡水'),
    ('Shanxi', '山西', 'Taiyuan 太原,Datong 大同,Changzhi 长治,Linfen 临汾,Yuncheng 运城,Jinzhong 晋中'),
    ('Inner Mongolia', '内蒙古 neimenggu', 'Hohhot 呼和浩特,Baotou 包头,Ordos 鄂尔多斯,Chifeng 赤峰,Erenhot 二连浩特,'
      'Manzhouli 满洲里,Tongliao 通辽,Hulunbuir 呼伦贝尔'),
    ('Liaoning', '辽宁', 'Shenyang 沈阳,Dalian 大连,Anshan 鞍山,Jinzhou 锦州,Yingkou 营口,Dandong 丹东,Fushun 抚顺,'
      'Panjin 盘锦,Huludao 葫芦岛'),
    ('Jilin', '吉林', 'Changchun 长春,Siping 四平,Yanji 延吉,Songyuan 松原,Tonghua 通化'),
    ('Heilongjiang', '黑龙江', 'Harbin 哈尔滨,Daqing 大庆,Qiqihar 齐齐哈尔,Mudanjiang 牡丹江,Jiamusi 佳木斯,Suifenhe 绥芬河,'
      'Heihe 黑河'),
    ('Jiangsu', '江苏', 'Nanjing 南京,Suzhou 苏州,Wuxi 无锡,Changzhou 常州,Nantong 南通,Xuzhou 徐州,Yangzhou 扬州,'
      'Yancheng 盐城,Zhenjiang 镇江,Lianyungang 连云港,Huai''an 淮安,Suqian 宿迁,Kunshan 昆山,Jiangyin 江阴,Taicang 太仓,'
      'Zhangjiagang 张家港,Taizhou 泰州'),
    ('Zhejiang', '浙江', 'Hangzhou 杭州,Ningbo 宁波,Wenzhou 温州,Jiaxing 嘉兴,Shaoxing 绍兴,Jinhua 金华,Taizhou 台州,Huzhou 湖州,'
      'Zhoushan 舟山,Quzhou 衢州,Lishui 丽水,Yiwu 义乌,Cixi 慈溪'),
    ('Anhui', '安徽', 'Hefei 合肥,Wuhu 芜湖,Bengbu 蚌埠,Anqing 安庆,Fuyang 阜阳,Chuzhou 滁州,Huainan 淮南,Suzhou 宿州,Bozhou 亳州'),
    ('Fujian', '福建', 'Fuzhou 福州,Xiamen 厦门,Quanzhou 泉州,Zhangzhou 漳州,Putian 莆田,Longyan 龙岩,Ningde 宁德,Sanming 三明'),
    ('Jiangxi', '江西', 'Nanchang 南昌,Ganzhou 赣州,Jiujiang 九江,Shangrao 上饶,Jingdezhen 景德镇,Yichun 宜春,Fuzhou 抚州,Ji''an 吉安'),
    ('Shandong', '山东', 'Jinan 济南,Qingdao 青岛,Yantai 烟台,Weifang 潍坊,Linyi 临沂,Zibo 淄博,Jining 济宁,Weihai 威海,'
      'Rizhao 日照,Liaocheng 聊城,Dezhou 德州,Heze 菏泽,Dongying 东营,Tai''an 泰安,Binzhou 滨州,Zaozhuang 枣庄'),
    ('Henan', '河南', 'Zhengzhou 郑州,Luoyang 洛阳,Kaifeng 开封,Xinxiang 新乡,Nanyang 南阳,Xuchang 许昌,Anyang 安阳,'
      'Jiaozuo 焦作,Shangqiu 商丘,Zhoukou 周口,Xinyang 信阳,Zhumadian 驻马店'),
    ('Hubei', '湖北', 'Wuhan 武汉,Xiangyang 襄阳,Yichang 宜昌,Shiyan 十堰,Jingzhou 荆州,Huangshi 黄石,Xiaogan 孝感,Suizhou 随州'),
    ('Hunan', '湖南', 'Changsha 长沙,Zhuzhou 株洲,Xiangtan 湘潭,Hengyang 衡阳,Yueyang 岳阳,Changde 常德,Chenzhou 郴州,Loudi 娄底'),
    ('Guangdong', '广东', 'Guangzhou 广州,Shenzhen 深圳,Foshan 佛山,Dongguan 东莞,Zhuhai 珠海,Zhongshan 中山,Huizhou 惠州,'
      'Jiangmen 江门,Shantou 汕头,Zhanjiang 湛江,Zhaoqing 肇庆,Maoming 茂名,Qingyuan 清远,Shaoguan 韶关,Jieyang 揭阳,'
      'Meizhou 梅州,Chaozhou 潮州,Heyuan 河源,Yangjiang 阳江,Yunfu 云浮,Shanwei 汕尾'),
    ('Guangxi', '广西', 'Nanning 南宁,Liuzhou 柳州,Guilin 桂林,Beihai 北海,Qinzhou 钦州,Fangchenggang 防城港,Wuzhou 梧州,'
      'Pingxiang 凭祥,Yulin 玉林'),
    ('Hainan', '海南', 'Haikou 海口,Sanya 三亚,Danzhou 儋州'),
    ('Sichuan', '四川', 'Chengdu 成都,Mianyang 绵阳,Deyang 德阳,Yibin 宜宾,Luzhou 泸州,Nanchong 南充,Leshan 乐山,Zigong 自贡,'
      'Dazhou 达州,Panzhihua 攀枝花'),
    ('Guizhou', '贵州', 'Guiyang 贵阳,Zunyi 遵义,Liupanshui 六盘水,Anshun 安顺'),
    ('Yunnan', '云南', 'Kunming 昆明,Qujing 曲靖,Yuxi 玉溪,Dali 大理,Lijiang 丽江,Ruili 瑞丽,Mohan 磨憨'),
    ('Tibet', '西藏 xizang', 'Lhasa 拉萨,Shigatse 日喀则'),
    ('Shaanxi', '陕西', 'Xi''an 西安,Xianyang 咸阳,Baoji 宝鸡,Weinan 渭南,Hanzhong 汉中,Yulin 榆林,Yan''an 延安'),
    ('Gansu', '甘肃', 'Lanzhou 兰州,Tianshui 天水,Jiuquan 酒泉,Jiayuguan 嘉峪关'),
    ('Qinghai', '青海', 'Xining 西宁,Golmud 格尔木'),
    ('Ningxia', '宁夏', 'Yinchuan 银川,Shizuishan 石嘴山'),
    ('Xinjiang', '新疆', 'Urumqi 乌鲁木齐,Kashgar 喀什,Khorgos 霍尔果斯,Yining 伊宁,Korla 库尔勒,Karamay 克拉玛依,Hami 哈密,'
      'Alashankou 阿拉山口,Changji 昌吉')
  ),
  words (word, place, rank) as (
    select unnest(name || string_to_array(words, ' ')), name, 0 from provinces
    union all
    select unnest(string_to_array(city, ' ')), provinces.name || '/' || split_part(city, ' ', 1),
      -- Without a province, these names in Latin letters mean the larger city.
      case when city in ('Taizhou 泰州', 'Suzhou 宿州', 'Fuzhou 抚州', 'Yulin 玉林') then 2 else 1 end
    from provinces, unnest(string_to_array(cities, ',')) as city
  ),
  keys (key, place) as (
    select distinct on (key) key, place from (
      select regexp_replace(lower(word), '[ '']', '', 'g') as key, place, rank from words
    ) as keyed order by key, rank
  )
  select jsonb_object_agg(key, place) from keys
$$;

comment on function place_words() is
  'Names of provinces and cities of China in English and Chinese, in lower case without spaces and apostrophes. A value is '
  'province or province/city.';


create function place_of(location text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  -- Words in Latin letters, and single characters of other scripts.
  tokens constant text[] := array(
    select token[1] from regexp_matches(regexp_replace(lower(location), '[''’]', '', 'g'), '[a-z]+|[^[:ascii:]]', 'g') as token);
  first integer := 1;
  tokens_taken integer;
  place text;
  is_latin boolean;
  province text;
  cities text[] := '{}';
  city text;
  part text;
begin
  while first <= cardinality(tokens) loop
    -- The longest name first: up to four characters, as 乌鲁木齐.
    tokens_taken := 5;
    loop
      tokens_taken := tokens_taken - 1;
      place := place_words() ->> array_to_string(tokens[first : first + tokens_taken - 1], '');
      exit when place is not null or tokens_taken = 1;
    end loop;
    is_latin := tokens[first] ~ '^[a-z]';
    -- English addresses name the larger place last, Chinese ones first.
    if strpos(place, '/') > 0 then
      cities := case when is_latin then place || cities else cities || place end;
    elsif place is not null and (is_latin or province is null) then
      province := place;
    end if;
    first := first + tokens_taken;
  end loop;

  province := coalesce(province, split_part(cities[1], '/', 1));
  if province in ('Beijing', 'Tianjin', 'Shanghai', 'Chongqing', 'Hong Kong', 'Macau') then
    return array[province, province];
  end if;
  foreach place in array cities loop
    if split_part(place, '/', 1) = province then
      return array[province, split_part(place, '/', 2)];
    end if;
  end loop;

  -- The city is not known by name: the first part that is neither a province, a country nor a number.
  foreach part in array regexp_split_to_array(location, '[,;/|，、；／]') loop
    city := btrim(regexp_replace(part, '(\mcity\M|市)\s*$', '', 'i'));
    if city ~ '[^[:digit:][:punct:][:space:]]'
      and strpos(coalesce(place_words() ->> lower(regexp_replace(city, '(\mprovince\M|省|自治区)\s*$|[ ''’]', '', 'gi')), '/'), '/') > 0
      and lower(city) not in ('china', 'pr china', 'p.r. china', 'prc', '中国', '中國') then
      return array[province, city];
    end if;
  end loop;
  return array[province, null];
end
$$;

create function province_of(location text) returns text language sql immutable parallel safe as $$ select (place_of($1))[1] $$;
create function city_of(location text) returns text language sql immutable parallel safe as $$ select (place_of($1))[2] $$;

comment on function place_of(text) is
  'Province and city of a location in English or Chinese. Beijing, Tianjin, Shanghai, Chongqing, Hong Kong and Macau are both. '
  'An unknown city is as it was written; an unknown province is null.';
comment on function province_of(text) is 'The province of a location in China, in English; null if it is not known.';
comment on function city_of(text) is 'The city of a location, in English if it is a larger one of China.';

alter table listings
  add column steering text check (steering in ('left', 'right')),
  add column doors smallint check (doors between 2 and 6),
  add column color text generated always as (color_family(exterior_color)) stored,
  add column province text generated always as (province_of(location)) stored,
  add column city text generated always as (city_of(location)) stored;

comment on column listings.steering is 'The side of the steering wheel; null if unknown.';
comment on column listings.doors is 'Number of doors; a tailgate counts as one. Null if unknown.';
comment on column listings.color is 'The family of exterior_color; null if it names none.';
comment on column listings.province is 'The province of location; null if it names none.';
comment on column listings.city is 'The city of location.';

create function note_seller_name() returns trigger language plpgsql as $$
begin
  perform nextval('stock_version');
  insert into listing_changes (listing_id)
  select id from listings
  where user_id = new.id and (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null;
  return null;
end
$$;

comment on function note_seller_name() is 'Advances stock_version and records the public cars of the user in the feed.';

create trigger seller_name_changed after update of name on users
  for each row when (new.name is distinct from old.name) execute function note_seller_name();

comment on trigger seller_name_changed on users is 'The pages of a seller''s cars show the seller''s name.';

comment on table listing_changes is
  'Public cars that changed, became public or are public no longer, in the last thirty minutes.';
