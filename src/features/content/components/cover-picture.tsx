import { COVER_SIZE, coverSet, coverUrl } from '../model/cover.ts';

type CoverPictureProps = {
  scene: string;
  alt: string;
  /** The `sizes` attribute: how wide the picture is shown. */
  sizes: string;
  /** Loads first, for the picture over an article. */
  priority?: boolean;
};

/** A drawn scene in its fixed box. */
export function CoverPicture({ scene, alt, sizes, priority = false }: CoverPictureProps) {
  return (
    <picture className="block overflow-hidden bg-sunken">
      <source type="image/avif" srcSet={coverSet(scene, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={coverSet(scene, 'webp')} sizes={sizes} />
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
