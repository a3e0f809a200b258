import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import type { Column } from './guess-columns.ts';
import type { Mapping } from './mapping-file.ts';
import type { QuestionList } from './question.ts';
import { cellsOf, named } from './settle-columns.ts';

const HEADERS = new Set(
  `photo photos photo_url photo_urls photo_link photo_links picture pictures picture_url image images image_url image_urls image_link img imgs
    gallery bild bilder foto fotos fotografia fotografias imagen imagenes imagem imagens resim hình_ảnh ảnh gambar picha รูป รูปภาพ фото фотографии
    изображения الصور صور الصورة عکس تصاویر 图片 照片 图片链接 照片链接 車両写真 写真 画像 사진 이미지`
    .split(/\s+/)
    .map(nameKey),
);
const ADDRESS = /https?:\/\/\S/i;
const FILE = /\.(?:jpe?g|png|webp|avif|heic|gif)(?:[?#\s|,;]|$)/i;

/** Asks whether cars may be imported without the photos that a column names. The import loads no addresses of others. */
export function askAboutPhotos(unused: Column[], rows: SourceRow[], mapping: Mapping, list: QuestionList): void {
  if (mapping.photos) return;
  const columns = unused.filter((column) => {
    const isNamed = HEADERS.has(nameKey(column.header).replace(/\d+$/, ''));
    return rows.some(({ cells: { [column.index]: cell = '' } }) => FILE.test(cell) || (isNamed && ADDRESS.test(cell)));
  });
  if (columns.length === 0) return;
  list.ask(
    'photos',
    `The column ${named(columns)} has addresses of photos. The import does not load photos: they are added to each car in its form. Import the cars without them?`,
    {
      columns: columns.map(({ header }) => header),
      examples: cellsOf(columns, rows),
      choices: ['leave-out'],
      option: 'Add --photos leave-out.',
    },
  );
}
