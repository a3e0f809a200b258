/** Names of columns and words for options in French, Spanish, Portuguese, Russian, Arabic, Japanese and Korean, separated by spaces. */
import type { ChoiceName, OptionOf } from '#features/catalog/listings/model/listing-fields.ts';
import type { FactName } from '../fact-columns.ts';

export const MORE_HEADERS: Partial<Record<FactName, string>> = {
  make: 'marque constructeur marca fabricante марка бренд производитель الماركة الشركة_المصنعة الصانع メーカー 製造会社 ブランド メーカー名 제조사 제조회사 브랜드',
  model: 'modèle modelo модель الموديل الطراز モデル 車種 車名 모델 모델명 차종 차명',
  trim: 'finition versión versão комплектация модификация الفئة グレード 트림 등급',
  year: 'année année_modèle año año_modelo ano ano_modelo год год_выпуска السنة سنة_الصنع سنة_الموديل 年式 연식 년식',
  price:
    'prix prix_de_vente prix_fob precio precio_de_venta precio_fob preço preço_de_venda цена стоимость السعر سعر_البيع 価格 販売価格 цена_продажи 本体価格 車両価格 車輌価格 支払総額 가격 판매가 판매가격 차량가격',
  mileage:
    'kilométrage kilometraje quilometragem recorrido пробег المسافة_المقطوعة المسافة الممشى عداد_المسافة العداد 走行距離 走行 주행거리 주행',
  carType: 'carrosserie carrocería carroceria кузов тип_кузова نوع_الهيكل ボディタイプ 차체 차형',
  fuelType:
    'carburant énergie combustible combustível топливо тип_топлива الوقود نوع_الوقود 燃料 燃料種類 연료 연료종류',
  transmission:
    'boîte boîte_de_vitesses transmisión caja caja_de_cambios câmbio transmissão коробка коробка_передач кпп трансмиссия ناقل_الحركة القير ミッション シフト 변속기 미션',
  drive: 'roues_motrices tracción tração привод نظام_الدفع 駆動 駆動方式 구동 구동방식',
  steering: 'direction volant volante dirección руль расположение_руля المقود ハンドル 핸들 핸들위치',
  engine: 'cylindrée cilindrada motor moteur объем объем_двигателя двигатель المحرك سعة_المحرك 排気量 배기량',
  doors: 'portes puertas portas двери количество_дверей الأبواب عدد_الأبواب ドア数 도어수',
  seatingCapacity:
    'places sièges asientos plazas lugares assentos места количество_мест المقاعد عدد_المقاعد 定員 乗車定員 승차정원 좌석수',
  exteriorColor:
    'couleur couleur_extérieure color cor цвет цвет_кузова اللون اللون_الخارجي 色 車体色 外装色 カラー ボディカラー 색상 외장색상',
  interiorColor: 'couleur_intérieure color_interior cor_interior цвет_салона اللون_الداخلي 内装色 내장색상',
  location:
    'lieu ville localisation ubicación ciudad localização cidade город местонахождение الموقع المدينة 所在地 지역 위치',
  vin: 'numéro_de_châssis numéro_de_série châssis bastidor número_de_chasis chasis chassi número_do_chassi вин вин-код номер_кузова رقم_الهيكل رقم_الشاصي 車台番号 رقم_الشاسيه 차대번호',
  stockNumber:
    'référence numéro_de_stock referencia referência número_de_inventario артикул складской_номер رقم_المخزون المرجع 管理番号 在庫番号 관리번호 차량번호 재고번호',
  owners: 'nombre_de_propriétaires propietarios proprietários владельцев количество_владельцев عدد_الملاك',
  firstRegistrationMonth:
    'première_immatriculation date_de_première_immatriculation mise_en_circulation date_de_mise_en_circulation primera_matriculación fecha_de_matriculación primeira_matrícula data_de_matrícula первая_регистрация дата_регистрации تاريخ_التسجيل تاريخ_أول_تسجيل 初度登録 初度登録年月 1ère_mise_en_circulation 1ère_immatriculation 최초등록일 최초등록',
  powerKw: 'puissance potencia potência мощность القوة 馬力 最高出力',
  description:
    'remarques observations descripción observaciones descrição observações описание комментарий الوصف ملاحظات 備考 説明 설명 비고',
};

export const MORE_OPTIONS: { [Name in ChoiceName]?: Partial<Record<OptionOf<Name>, string>> } = {
  carType: {
    sedan: 'berline sedán sedã седан سيدان セダン 세단',
    suv: 'внедорожник кроссовер джип todoterreno دفع_رباعي 스포츠유틸리티',
    hatchback: 'citadine хэтчбек хетчбэк هاتشباك ハッチバック 해치백',
    truck: 'пикап camioneta picape بيك_اب ピックアップ 픽업 트럭',
    coupe: 'купе كوبيه クーペ 쿠페',
    wagon: 'break familiar perua универсал ステーションワゴン 왜건',
    van: 'fourgon monospace furgoneta furgão фургон минивэн فان バン ミニバン 밴 승합 미니밴',
    convertible: 'décapotable descapotable conversível кабриолет مكشوفة オープンカー',
  },
  fuelType: {
    petrol: 'essence gasolina nafta бензин بنزين ガソリン 가솔린 휘발유',
    diesel: 'gazole gasoil gasóleo diésel дизель дизельное ديزل 軽油 ディーゼル 디젤 경유',
    electric:
      'électrique eléctrico elétrico электро электрический электричество كهرباء كهربائي كهربائية 電気 電気自動車 전기',
    hybrid: 'hybride híbrido гибрид هجين هايبرد ハイブリッド 하이브리드',
    cng: 'gnv метан',
    lpg: 'gpl glp газ',
  },
  transmission: {
    automatic:
      'automatique automática automático автомат автоматическая акпп أوتوماتيك اوتوماتيك オートマ オートマチック 자동 오토 自排 手自排 4at 5at 6at 7at 8at 9at 10at',
    manual: 'manuelle mécanique механика механическая мкпп يدوي عادي マニュアル 수동 手排 5mt 6mt',
    cvt: 'вариатор',
    'semi-automatic': 'robotisée робот',
  },
  drive: {
    front: 'traction_avant traction delantera dianteira передний دفع_أمامي 前輪駆動 ff 전륜 전륜구동',
    rear: 'propulsion trasera traseira задний دفع_خلفي 後輪駆動 fr mr rr 후륜 후륜구동',
    all: 'quatre_roues_motrices intégrale integral полный دفع_كلي 四輪駆動 사륜 사륜구동',
  },
  steering: {
    left: 'gauche izquierda esquerda левый слева يسار 左ハンドル',
    right: 'droite derecha direita правый справа يمين 右ハンドル',
  },
};

/** Words for colors. */
export const MORE_COLORS: Record<string, string> = {
  White: 'blanc blanche blanco branco белый أبيض ابيض 흰색 화이트 ホワイト パール',
  Black: 'noir negro preto чёрный черный أسود اسود 검정 검정색 블랙 ブラック',
  Silver: 'argent plateado plata prata серебристый فضي 은색 실버 シルバー',
  Grey: 'gray grey gris cinza серый رمادي رصاصي 회색 그레이 グレー',
  Red: 'rouge rojo vermelho красный أحمر احمر 빨강 빨간색 레드 レッド',
  Blue: 'bleu azul синий голубой أزرق ازرق 파랑 파란색 블루 ブルー 藍色',
  Green: 'vert verde зелёный зеленый أخضر اخضر 녹색 초록색 그린 グリーン',
  Brown: 'marron brun marrón castanho коричневый بني 갈색 브라운 ブラウン',
  Gold: 'doré dorado dourado золотой ذهبي 금색 골드 ゴールド',
  Beige: 'бежевый بيج 베이지 ベージュ',
  Yellow: 'jaune amarillo amarelo жёлтый желтый أصفر اصفر 노랑 노란색 옐로우 イエロー',
  Orange: 'naranja laranja оранжевый برتقالي 주황 주황색 オレンジ',
  Purple: 'violet morado roxo фиолетовый بنفسجي 보라색 パープル',
};
