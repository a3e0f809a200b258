import { COVER_SIZE, coverSrcSet, coverUrl } from '../model/cover.ts';

type CoverPictureProps = {
  scene: string;
  alt: string;
  /** The `sizes` attribute of the picture. */
  sizes: string;
  /** Loads eagerly, for the picture at the top of a page. */
  priority?: boolean;
};

export function CoverPicture({ scene, alt, sizes, priority = false }: CoverPictureProps) {
  return (
    <picture className="block overflow-hidden bg-sunken">
      <source type="image/avif" srcSet={coverSrcSet(scene, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={coverSrcSet(scene, 'webp')} sizes={sizes} />
      <img
        className="block aspect-[16/10] w-full object-cover"
        src={coverUrl(scene, 'jpg', 640)}
        alt={alt}
        {...COVER_SIZE}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
      />
    </picture>
  );
}
