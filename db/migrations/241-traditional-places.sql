-- step by step
-- Sellers in Taiwan and Hong Kong write places in traditional characters: 廣州, 廣東省. They belong to the same province and city.

create or replace function simplified_place(location text) returns text language sql immutable strict parallel safe return translate(location,
  '亜亞仏倉倫傢內則剋區営囌國塩壯婁寧寶峯島崑嶽巌巖広庫廈廣張彿徳恵慶憑懞掲揚撫斉晉東枱棗楽樂檯欽沢浜済渓満溫滄滿漢澤濛濟濰濱瀋瀘灣烏無煙營爾瑪盤県矇竜粛紹綏維綿縣義肅臨臺興荊荘莊華菸蔵蕪薩蘆蘇蘭衕裏裡許谿貝貢貴賓贛迴連週運達遠遷遼鄉鄭鄲銀錦錫鎭鎮長門開関閤關陝陰陽隨雞雲順頭颱饒馬駐鬆魯鶏鷄鹹鹽麗麯麴黃黒齊龍',
  '亚亚佛仓伦家内则克区营苏国盐壮娄宁宝峰岛昆岳岩岩广库厦广张佛德惠庆凭蒙揭扬抚齐晋东台枣乐乐台钦泽滨济溪满温沧满汉泽蒙济潍滨沈泸湾乌无烟营尔玛盘县蒙龙肃绍绥维绵县义肃临台兴荆庄庄华烟藏芜萨芦苏兰同里里许溪贝贡贵宾赣回连周运达远迁辽乡郑郸银锦锡镇镇长门开关合关陕阴阳随鸡云顺头台饶马驻松鲁鸡鸡咸盐丽曲曲黄黑齐龙');

comment on function simplified_place(text) is
  'Writes the characters of provinces and cities of China in their simplified form. The pairs are those of content/characters/simplified.ts.';

create or replace function place_of(location text) returns text[] language plpgsql immutable strict parallel safe
  set search_path = public, pg_temp as $$
declare
  -- Words in Latin letters, and single characters of other scripts.
  written constant text := simplified_place(location);
  tokens constant text[] := array(
    select token[1] from regexp_matches(regexp_replace(lower(written), '[''’]', '', 'g'), '[a-z]+|[^[:ascii:]]', 'g') as token);
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
      and strpos(coalesce(place_words() ->> lower(regexp_replace(simplified_place(city), '(\mprovince\M|省|自治区)\s*$|[ ''’]', '', 'gi')), '/'), '/') > 0
      and lower(city) not in ('china', 'pr china', 'p.r. china', 'prc', '中国', '中國') then
      return array[province, city];
    end if;
  end loop;
  return array[province, null];
end
$$;

-- Computes province and city of these cars again, in batches, because a large site has millions of cars.
do $$
declare
  first_id bigint := 0;
  last_id constant bigint := (select coalesce(max(id), 0) from listings);
begin
  while first_id <= last_id loop
    update listings set location = location
    where id >= first_id and id < first_id + 10000 and simplified_place(location) <> location;
    first_id := first_id + 10000;
    commit;
  end loop;
end
$$;
