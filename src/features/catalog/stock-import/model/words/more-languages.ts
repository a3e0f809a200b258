/** Names of columns and words for options in French, Spanish, Portuguese, Russian, Arabic and Japanese, separated by spaces. */
import type { ChoiceName, OptionOf } from '#features/catalog/listings/model/listing-fields.ts';
import type { FactName } from '../fact-columns.ts';

export const MORE_HEADERS: Partial<Record<FactName, string>> = {
  make: 'marque constructeur marca fabricante марка бренд производитель الماركة الشركة_المصنعة الصانع メーカー 製造会社 ブランド',
  model: 'modèle modelo модель الموديل الطراز モデル 車種 車名',
  trim: 'finition versión versão комплектация модификация الفئة グレード',
  year: 'année année_modèle año año_modelo ano ano_modelo год год_выпуска السنة سنة_الصنع سنة_الموديل 年式',
  price:
    'prix prix_de_vente prix_fob precio precio_de_venta precio_fob preço preço_de_venda цена стоимость السعر سعر_البيع 価格 販売価格',
  mileage:
    'kilométrage kilometraje quilometragem recorrido пробег المسافة_المقطوعة المسافة الممشى عداد_المسافة العداد 走行距離 走行',
  carType: 'carrosserie carrocería carroceria кузов тип_кузова نوع_الهيكل ボディタイプ',
  fuelType: 'carburant énergie combustible combustível топливо тип_топлива الوقود نوع_الوقود 燃料 燃料種類',
  transmission:
    'boîte boîte_de_vitesses transmisión caja caja_de_cambios câmbio transmissão коробка коробка_передач кпп трансмиссия ناقل_الحركة القير ミッション シフト',
  drive: 'roues_motrices tracción tração привод نظام_الدفع 駆動 駆動方式',
  steering: 'direction volant volante dirección руль расположение_руля المقود ハンドル',
  engine: 'cylindrée cilindrada motor moteur объем объем_двигателя двигатель المحرك سعة_المحرك 排気量',
  doors: 'portes puertas portas двери количество_дверей الأبواب عدد_الأبواب ドア数',
  seatingCapacity:
    'places sièges asientos plazas lugares assentos места количество_мест المقاعد عدد_المقاعد 定員 乗車定員',
  exteriorColor: 'couleur couleur_extérieure color cor цвет цвет_кузова اللون اللون_الخارجي 色 車体色 外装色',
  interiorColor: 'couleur_intérieure color_interior cor_interior цвет_салона اللون_الداخلي 内装色',
  location: 'lieu ville localisation ubicación ciudad localização cidade город местонахождение الموقع المدينة 所在地',
  vin: 'numéro_de_châssis numéro_de_série châssis bastidor número_de_chasis chasis chassi número_do_chassi вин вин-код номер_кузова رقم_الهيكل رقم_الشاصي 車台番号',
  stockNumber:
    'référence numéro_de_stock referencia referência número_de_inventario артикул складской_номер رقم_المخزون المرجع 管理番号 在庫番号',
  owners: 'nombre_de_propriétaires propietarios proprietários владельцев количество_владельцев عدد_الملاك',
  firstRegistrationMonth:
    'première_immatriculation date_de_première_immatriculation mise_en_circulation date_de_mise_en_circulation primera_matriculación fecha_de_matriculación primeira_matrícula data_de_matrícula первая_регистрация дата_регистрации تاريخ_التسجيل تاريخ_أول_تسجيل 初度登録 初度登録年月',
  powerKw: 'puissance potencia potência мощность القوة 馬力 最高出力',
  description:
    'remarques observations descripción observaciones descrição observações описание комментарий الوصف ملاحظات 備考 説明',
};

export const MORE_OPTIONS: { [Name in ChoiceName]?: Partial<Record<OptionOf<Name>, string>> } = {
  carType: {
    sedan: 'berline sedán sedã седан سيدان セダン',
    suv: 'внедорожник кроссовер джип todoterreno دفع_رباعي',
    hatchback: 'citadine хэтчбек хетчбэк هاتشباك ハッチバック',
    truck: 'пикап camioneta picape بيك_اب ピックアップ',
    coupe: 'купе كوبيه クーペ',
    wagon: 'break familiar perua универсал ステーションワゴン',
    van: 'fourgon monospace furgoneta furgão фургон минивэн فان バン ミニバン',
    convertible: 'décapotable descapotable conversível кабриолет مكشوفة オープンカー',
  },
  fuelType: {
    petrol: 'essence gasolina nafta бензин بنزين ガソリン',
    diesel: 'gazole gasoil gasóleo diésel дизель дизельное ديزل 軽油 ディーゼル',
    electric:
      'électrique eléctrico elétrico электро электрический электричество كهرباء كهربائي كهربائية 電気 電気自動車',
    hybrid: 'hybride híbrido гибрид هجين هايبرد ハイブリッド',
    cng: 'gnv метан',
    lpg: 'gpl glp газ',
  },
  transmission: {
    automatic:
      'automatique automática automático автомат автоматическая акпп أوتوماتيك اوتوماتيك オートマ オートマチック',
    manual: 'manuelle mécanique механика механическая мкпп يدوي عادي マニュアル',
    cvt: 'вариатор',
    'semi-automatic': 'robotisée робот',
  },
  drive: {
    front: 'traction_avant traction delantera dianteira передний دفع_أمامي 前輪駆動',
    rear: 'propulsion trasera traseira задний دفع_خلفي 後輪駆動',
    all: 'quatre_roues_motrices intégrale integral полный دفع_كلي 四輪駆動',
  },
  steering: {
    left: 'gauche izquierda esquerda левый слева يسار 左ハンドル',
    right: 'droite derecha direita правый справа يمين 右ハンドル',
  },
};
