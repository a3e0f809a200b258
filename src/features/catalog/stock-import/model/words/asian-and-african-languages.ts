/** Names of columns and words for options in Thai, Vietnamese, Indonesian, Turkish, Persian, Urdu and Swahili, separated by spaces. */
import type { ChoiceName, OptionOf } from '#features/catalog/listings/model/listing-fields.ts';
import type { FactName } from '../fact-columns.ts';

/**
 * Names are compared without marks, so those with two meanings are missing: màu xe (color) and mẫu xe (model), giá (price) and gia (gearbox in
 * Swahili, which leads to a question next to a column of prices).
 */
export const ASIAN_AND_AFRICAN_HEADERS: Partial<Record<FactName, string>> = {
  make: 'ยี่ห้อ แบรนด์ hãng hãng_xe thương_hiệu nhãn_hiệu merek merk marka üretici برند سازنده کمپنی برانڈ میک chapa kampuni mtengenezaji',
  model: 'รุ่น รุ่นรถ dòng_xe kiểu_xe tipe seri مدل ماڈل modeli',
  trim: 'รุ่นย่อย phiên_bản varian donanım paket تیپ ویریئنٹ toleo',
  year: 'ปี ปีรถ ปีที่ผลิต năm năm_sản_xuất đời_xe tahun tahun_pembuatan yıl model_yılı yılı سال سال_ساخت سال_تولید mwaka mwaka_wa_kutengenezwa',
  price: 'ราคา ราคาขาย giá giá_bán giá_xe harga harga_jual fiyat satış_fiyatı قیمت قیمت_فروش bei bei_ya_kuuza',
  mileage:
    'เลขไมล์ เลขไมล์รถ ระยะทาง số_km odo quãng_đường jarak_tempuh kilometer_tempuh kilometre km_bilgisi کارکرد کیلومتر مائلیج کلومیٹر kilomita umbali',
  carType: 'ประเภทรถ kiểu_dáng jenis_bodi bentuk_bodi kasa kasa_tipi نوع_بدنه باڈی_ٹائپ umbo',
  fuelType: 'เชื้อเพลิง nhiên_liệu bahan_bakar yakıt yakıt_tipi سوخت نوع_سوخت ایندھن فیول mafuta aina_ya_mafuta',
  transmission: 'เกียร์ ระบบเกียร์ hộp_số transmisi vites vites_tipi şanzıman گیربکس ٹرانسمیشن گیئر giaboksi',
  drive: 'ระบบขับเคลื่อน hệ_dẫn_động dẫn_động penggerak çekiş محرک',
  steering: 'พวงมาลัย vô_lăng tay_lái setir kemudi direksiyon فرمان سٹیئرنگ usukani',
  engine:
    'ขนาดเครื่องยนต์ เครื่องยนต์ dung_tích động_cơ dung_tích_xi_lanh kapasitas_mesin motor_hacmi حجم_موتور انجن injini ukubwa_wa_injini',
  doors: 'จำนวนประตู số_cửa jumlah_pintu kapı kapı_sayısı تعداد_در دروازے milango',
  seatingCapacity:
    'ที่นั่ง จำนวนที่นั่ง số_chỗ số_chỗ_ngồi jumlah_kursi koltuk koltuk_sayısı تعداد_صندلی سیٹیں viti idadi_ya_viti',
  exteriorColor: 'สี สีรถ สีภายนอก màu màu_sắc màu_ngoại_thất warna renk dış_renk رنگ رنگ_بدنه rangi',
  interiorColor: 'สีภายใน màu_nội_thất warna_interior iç_renk رنگ_داخل',
  location: 'สถานที่ จังหวัด địa_điểm nơi_bán lokasi kota konum şehir محل شهر شہر mahali mji',
  vin: 'เลขตัวถัง หมายเลขตัวถัง số_khung số_vin nomor_rangka no_rangka şasi şasi_no شماره_شاسی چیسس_نمبر namba_ya_chasi chasi',
  stockNumber: 'รหัส รหัสรถ mã_xe mã_số nomor_stok kode_stok stok_no ilan_no کد شماره سٹاک_نمبر namba namba_ya_gari',
  owners: 'số_đời_chủ jumlah_pemilik sahip_sayısı تعداد_مالک',
  firstRegistrationMonth:
    'จดทะเบียน วันที่จดทะเบียน ngày_đăng_ký đăng_ký_lần_đầu tanggal_registrasi ilk_tescil tescil_tarihi رجسٹریشن tarehe_ya_usajili',
  description: 'รายละเอียด หมายเหตุ mô_tả ghi_chú deskripsi keterangan açıklama توضیحات تفصیل maelezo',
};

export const ASIAN_AND_AFRICAN_OPTIONS: { [Name in ChoiceName]?: Partial<Record<OptionOf<Name>, string>> } = {
  carType: {
    sedan: 'รถเก๋ง เก๋ง ซีดาน سدان سیڈان sedani',
    suv: 'เอสยูวี arazi_aracı شاسی_بلند ایس_یو_وی',
    hatchback: 'แฮทช์แบค هاچبک ہیچ_بیک',
    truck: 'กระบะ รถกระบะ bán_tải xe_bán_tải kamyonet وانت پک_اپ pikapu',
    wagon: 'استیشن',
    van: 'รถตู้ ون وین',
  },
  fuelType: {
    petrol: 'เบนซิน xăng bensin benzinli بنزین پٹرول پیٹرول petroli',
    diesel: 'ดีเซล dầu máy_dầu solar dizel دیزل ڈیزل dizeli',
    electric: 'ไฟฟ้า รถไฟฟ้า điện listrik elektrikli برقی بجلی الیکٹرک umeme',
    hybrid: 'ไฮบริด hibrida hibrit هیبرید ہائبرڈ haibridi',
    lpg: 'แก๊ส',
  },
  transmission: {
    automatic: 'อัตโนมัติ ออโต้ tự_động số_tự_động otomatis matic matik otomatik اتوماتیک آٹومیٹک otomatiki',
    manual: 'ธรรมดา เกียร์ธรรมดา số_sàn số_tay manuel düz دستی دنده‌ای مینوئل',
    'semi-automatic': 'yarı_otomatik',
  },
  drive: {
    front: 'ขับเคลื่อนล้อหน้า cầu_trước penggerak_depan önden_çekiş دیفرانسیل_جلو',
    rear: 'ขับเคลื่อนล้อหลัง cầu_sau penggerak_belakang arkadan_itiş دیفرانسیل_عقب',
    all: 'ขับเคลื่อนสี่ล้อ hai_cầu penggerak_empat_roda dört_çeker چهار_چرخ',
  },
  steering: {
    left: 'พวงมาลัยซ้าย tay_lái_thuận kiri sol چپ بائیں kushoto',
    right: 'พวงมาลัยขวา tay_lái_nghịch kanan sağ راست دائیں kulia',
  },
};

export const ASIAN_AND_AFRICAN_COLORS: Record<string, string> = {
  White: 'ขาว สีขาว trắng putih beyaz سفید nyeupe',
  Black: 'ดำ สีดำ đen hitam siyah سیاه مشکی سیاہ کالا nyeusi',
  Silver: 'เงิน สีเงิน bạc silver gümüş نقره‌ای سلور چاندی fedha',
  Grey: 'เทา สีเทา xám abu-abu gri خاکستری نوک_مدادی سرمئی گرے kijivu',
  Red: 'แดง สีแดง đỏ merah kırmızı قرمز سرخ لال nyekundu',
  Blue: 'น้ำเงิน สีน้ำเงิน ฟ้า xanh_dương xanh_lam biru mavi lacivert آبی نیلا bluu buluu',
  Green: 'เขียว สีเขียว xanh_lá xanh_lục hijau yeşil سبز ہرا kijani',
  Brown: 'น้ำตาล สีน้ำตาล nâu cokelat coklat kahverengi قهوه‌ای بھورا kahawia',
  Gold: 'ทอง สีทอง vàng_kim emas طلایی سنہری dhahabu',
  Beige: 'ครีม สีครีม krem bej بژ',
  Yellow: 'เหลือง สีเหลือง vàng kuning sarı زرد پیلا njano manjano',
  Orange: 'ส้ม สีส้ม cam oranye jingga turuncu نارنجی machungwa',
  Purple: 'ม่วง สีม่วง tím ungu mor بنفش جامنی zambarau',
};
