import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { extensionsOf, type FormatUse, pickerOf } from '@diorama/shared/domain/formats.ts';
import { formatBytes, formatNumber, formatPercent } from '@diorama/shared/i18n/format.ts';
import { CircleStop, ImagePlus, Library, Music, Upload, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { FilesInput } from '../../../components/files-input/files-input.tsx';
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

function textsOf({ upload }: FieldProps<'picture'>['spec']) {
  return upload === ASSET_TYPE.font || upload === ASSET_TYPE.sound ? TEXTS[upload] : null;
}

/** Field of a picture, a font or a sound: a thumbnail, with library, upload, drop and removal. */
export function PictureControl(props: FieldProps<'picture'>) {
  return <PictureRow {...props} sending={useSendPicture(props)} />;
}

type PictureRowProps = FieldProps<'picture'> & { sending: ReturnType<typeof useSendPicture> };

/** Picture field whose upload is shared with another control. */
export function PictureRow(props: PictureRowProps) {
  const { spec, label, values, isDisabled, sending } = props;
  const { assets } = useEditorSession();
  const { t } = useEditorTranslations();
  const known = useSignalValue(assets.byIri);
  const value = common(values);
  const iri = typeof value === 'string' ? value : null;
  const asset = known.get(iri ?? '');
  const canSend = spec.upload !== null && !isDisabled;
  const failed = textsOf(spec)?.failed ?? 'load.failedPicture';
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
              sending.send(file);
            }
          }}
        >
          <PictureName spec={spec} sending={sending} asset={asset} isEmpty={iri === null} />
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
            {spec.upload !== null && <UploadButton {...props} upload={spec.upload} />}
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
          {asset && sending.stop === null && asset.type !== ASSET_TYPE.font && <PictureSize asset={asset} />}
        </fieldset>
      </Row>
      {asset?.status === 'failed' ? (
        <Alert kind="warning">{asset.error?.message ?? t(failed)}</Alert>
      ) : (
        <LoadFailure iri={iri} failed={failed} />
      )}
    </>
  );
}

type PictureNameProps = Pick<PictureRowProps, 'spec' | 'sending'> & {
  asset: Asset | undefined;
  isEmpty: boolean;
};

/** Thumbnail and name of the current file, or the progress of its replacement. */
function PictureName({ spec, sending: { share, stop }, asset, isEmpty }: PictureNameProps) {
  const { t, language } = useEditorTranslations();
  const picture = thumbnailUrlOf(asset);
  const isSending = stop !== null;
  const name = isEmpty ? t(textsOf(spec)?.none ?? 'inspector.none') : asset?.name;
  return (
    <>
      <span className={classes.picture} data-busy={isSending || undefined}>
        {picture && <img src={picture} alt="" />}
        {spec.upload === ASSET_TYPE.sound && <Music size={14} aria-hidden="true" />}
      </span>
      <span className={classes.name} title={asset?.name}>
        {isSending ? t('picture.sending', { percent: formatPercent(language, share) }) : name}
      </span>
    </>
  );
}

type UploadButtonProps = PictureRowProps & { upload: number };

/** Button that uploads a file, or cancels the running upload. */
function UploadButton({ spec, upload, label, isDisabled, sending: { send, stop } }: UploadButtonProps) {
  const { t } = useEditorTranslations();
  const input = useRef<HTMLInputElement>(null);
  const texts = textsOf(spec);
  const sendLabel = texts ? t(texts.send) : t('picture.send', { field: label });
  const Icon = upload === ASSET_TYPE.sound ? Upload : ImagePlus;
  return (
    <>
      {stop ? (
        <IconButton
          size="small"
          label={t(texts ? 'import.cancel' : 'picture.stop', { name: label })}
          icon={<CircleStop size={16} aria-hidden="true" />}
          onClick={stop}
        />
      ) : (
        <IconButton
          size="small"
          label={sendLabel}
          icon={<Icon size={16} aria-hidden="true" />}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        />
      )}
      <FilesInput
        ref={input}
        label={sendLabel}
        accept={pickerOf(extensionsOf(spec.isSmall ? 'mark' : (USES[upload] ?? 'mark')))}
        isSingle
        onFiles={([file]) => file && send(file)}
      />
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
