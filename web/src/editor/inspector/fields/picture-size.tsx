import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { formatBytes, formatNumber } from '@diorama/shared/i18n/format.ts';
import { useEffect, useState } from 'react';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import classes from './picture-control.module.css';

type Pixels = { url: string; width: number; height: number };

/** Size of a picture in bytes, and in pixels if the browser can decode it; of a sound, with its length. */
export function PictureSize({ asset }: { asset: Asset }) {
  const { t, language } = useEditorTranslations();
  const hasPixels = asset.type !== ASSET_TYPE.hdri && asset.type !== ASSET_TYPE.sound;
  const pixels = usePixels(hasPixels && asset.status === 'ready' ? asset.url : null);
  const size = formatBytes(language, asset.size);
  const [width, height] = [pixels?.width ?? 0, pixels?.height ?? 0].map((side) =>
    formatNumber(language, side),
  );
  const { seconds } = asset.extra;
  if (seconds !== null) {
    const length = formatNumber(language, Math.round(seconds * 10) / 10);
    return <span className={classes.size}>{t('picture.seconds', { seconds: length, size })}</span>;
  }
  return (
    <span className={classes.size}>
      {pixels ? t('picture.size', { width: width ?? '', height: height ?? '', size }) : size}
    </span>
  );
}

/** The scene has drawn the picture, so it is in the browser's cache. */
function usePixels(url: string | null): Pixels | null {
  const [pixels, setPixels] = useState<Pixels | null>(null);
  useEffect(() => {
    if (url === null) {
      return;
    }
    const picture = new Image();
    picture.onload = () => setPixels({ url, width: picture.naturalWidth, height: picture.naturalHeight });
    picture.src = url;
    return () => {
      picture.onload = null;
    };
  }, [url]);
  return pixels?.url === url ? pixels : null;
}
