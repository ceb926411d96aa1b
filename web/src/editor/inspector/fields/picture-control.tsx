import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { extensionsOf, type FormatUse, pickerOf } from '@diorama/shared/domain/formats.ts';
import { formatBytes, formatNumber, formatPercent } from '@diorama/shared/i18n/format.ts';
import { CircleStop, ImagePlus, Library, Music, Upload, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { LoadFailure } from '../load-failure.tsx';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';
import classes from './picture-control.module.css';
import { PictureShelf } from './picture-shelf.tsx';
import { thumbnailUrlOf } from './thumbnail-url.ts';
import { useSendPicture } from './use-send-picture.ts';

/** File formats by asset type. */
const USES: Readonly<Record<number, FormatUse>> = {
  [ASSET_TYPE.image]: 'image',
  [ASSET_TYPE.texture]: 'texture',
  [ASSET_TYPE.hdri]: 'sky',
  [ASSET_TYPE.font]: 'font',
  [ASSET_TYPE.sound]: 'sound',
};

/** Texts of uploads that are no pictures, by asset type. */
const TEXTS = {
  [ASSET_TYPE.font]: { none: 'field.font.own', send: 'picture.sendFont', failed: 'load.failedFont' },
  [ASSET_TYPE.sound]: { none: 'inspector.none', send: 'picture.sendSound', failed: 'load.failedSound' },
} as const;

/** Field of a picture, a font or a sound: a thumbnail, with library, upload, drop and removal. */
export function PictureControl(props: FieldProps<'picture'>) {
  return <PictureRow {...props} sending={useSendPicture(props)} />;
}

type PictureRowProps = FieldProps<'picture'> & { sending: ReturnType<typeof useSendPicture> };

/** Picture field whose upload is shared with another control. */
export function PictureRow({ sending: { send, share, stop }, ...props }: PictureRowProps) {
  const { spec, label, values, isDisabled } = props;
  const { assets } = useEditorSession();
  const { t, language } = useEditorTranslations();
  const known = useSignalValue(assets.byIri);
  const value = common(values);
  const iri = typeof value === 'string' ? value : null;
  const asset = known.get(iri ?? '');
  const isSending = stop !== null;
  const input = useRef<HTMLInputElement>(null);
  const picture = thumbnailUrlOf(asset);
  const isSound = spec.upload === ASSET_TYPE.sound;
  const texts =
    spec.upload === ASSET_TYPE.font || spec.upload === ASSET_TYPE.sound ? TEXTS[spec.upload] : null;
  const sendLabel = texts ? t(texts.send) : t('picture.send', { field: label });
  const canSend = spec.upload !== null && !isDisabled;
  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (file) {
      send(file);
    }
  };
  return (
    <>
      <Row label={label}>
        <fieldset
          aria-label={label}
          className={classes.control}
          disabled={isDisabled}
          onDragOver={(event) => canSend && event.preventDefault()}
          onDrop={(event) => {
            const [file] = event.dataTransfer.files;
            if (canSend && file) {
              event.preventDefault();
              event.stopPropagation();
              send(file);
            }
          }}
        >
          <span className={classes.picture} data-busy={isSending || undefined}>
            {picture && <img src={picture} alt="" />}
            {isSound && <Music size={14} aria-hidden="true" />}
          </span>
          <span className={classes.name} title={asset?.name}>
            {isSending
              ? t('picture.sending', { percent: formatPercent(language, share) })
              : iri === null
                ? t(texts?.none ?? 'inspector.none')
                : (asset?.name ?? '')}
          </span>
          <span className="flex gap-1 ml-auto">
            {spec.shelf !== null && (
              <PictureShelf
                shelf={spec.shelf}
                label={label}
                isDisabled={isDisabled}
                onChoose={(chosen) => setValue(props, chosen)}
                previewOf={props.previewOf}
                icon={<Library size={16} aria-hidden="true" />}
              />
            )}
            {spec.upload !== null && (
              <>
                {stop ? (
                  <IconButton
                    size="small"
                    label={texts ? t('import.cancel', { name: label }) : t('picture.stop', { name: label })}
                    icon={<CircleStop size={16} aria-hidden="true" />}
                    onClick={stop}
                  />
                ) : (
                  <IconButton
                    size="small"
                    label={sendLabel}
                    icon={
                      isSound ? (
                        <Upload size={16} aria-hidden="true" />
                      ) : (
                        <ImagePlus size={16} aria-hidden="true" />
                      )
                    }
                    disabled={!canSend}
                    onClick={() => input.current?.click()}
                  />
                )}
                <input
                  ref={input}
                  type="file"
                  hidden
                  accept={pickerOf(extensionsOf(spec.isSmall ? 'mark' : (USES[spec.upload] ?? 'mark')))}
                  aria-label={sendLabel}
                  onChange={handleFile}
                />
              </>
            )}
            {iri !== null && (
              <IconButton
                size="small"
                label={t('picture.clear', { field: label })}
                icon={<X size={16} aria-hidden="true" />}
                disabled={isDisabled}
                onClick={() => setValue(props, null)}
              />
            )}
          </span>
          {asset && !isSending && asset.type !== ASSET_TYPE.font && <PictureSize asset={asset} />}
        </fieldset>
      </Row>
      {asset?.status === 'failed' ? (
        <Alert kind="warning">{asset.error?.message ?? t(texts?.failed ?? 'load.failedPicture')}</Alert>
      ) : (
        <LoadFailure iri={iri} failed={texts?.failed ?? 'load.failedPicture'} />
      )}
    </>
  );
}

type Pixels = { url: string; width: number; height: number };

/** Size of a picture in bytes, and in pixels if the browser can decode it; of a sound, with its length. */
function PictureSize({ asset }: { asset: Asset }) {
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
