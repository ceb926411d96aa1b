import { useEffect, useRef, useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { Button } from '../button/button.tsx';
import { Alert } from '../feedback/alert.tsx';
import { Modal } from '../modal/modal.tsx';
import { Slider } from '../slider/slider.tsx';

const CENTER: Point = { x: 0, y: 0 };

const ZOOM = { min: 1, max: 4, step: 0.05 } as const;

/** Side of the resulting picture, in pixels. */
const RESULT = 260;
const ARROW_STEP = 8;

/** Crops a picture to a square by mouse, touch or keyboard, and creates a file of it. */
export function ImageCrop({
  file,
  shape,
  onCrop,
  onClose,
}: {
  file: File;
  /** Use of the square: an avatar is shown in a circle. */
  shape: 'avatar' | 'logo';
  onCrop: (picture: File) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { t: words } = useTranslations('account');
  const url = useFileUrl(file);
  const image = useRef<HTMLImageElement | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [crop, setCrop] = useState(CENTER);
  const [zoom, setZoom] = useState<number>(ZOOM.min);
  const [area, setArea] = useState<Area | null>(null);
  const { isBusy, submit } = useSubmit(
    async () => {
      if (image.current !== null && area !== null) {
        onCrop(await cut(image.current, area, file.name));
      }
    },
    () => onClose(),
  );
  return (
    <Modal
      size="small"
      title={words(`crop.title.${shape}`)}
      text={words('crop.text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" disabled={area === null} isLoading={isBusy} onClick={submit}>
            {words('crop.submit')}
          </Button>
        </>
      }
    >
      {isUnreadable ? (
        <Alert kind="error">{words('crop.unreadable')}</Alert>
      ) : (
        <>
          <div className="relative mx-auto size-[240px] overflow-hidden rounded-card bg-(--surface-3)">
            {url !== null && (
              <Cropper
                image={url}
                aspect={1}
                objectFit="cover"
                cropShape={shape === 'avatar' ? 'round' : 'rect'}
                showGrid={false}
                crop={crop}
                zoom={zoom}
                minZoom={ZOOM.min}
                maxZoom={ZOOM.max}
                keyboardStep={ARROW_STEP}
                disableAutomaticStylesInjection
                cropperProps={{ role: 'application', 'aria-label': words('crop.area') }}
                mediaProps={{ onError: () => setIsUnreadable(true) }}
                setImageRef={(ref) => {
                  image.current = ref.current;
                }}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropAreaChange={(_, pixels) => setArea(pixels)}
              />
            )}
          </div>
          <Slider
            label={words('crop.zoom')}
            value={zoom}
            {...ZOOM}
            isDisabled={area === null}
            onChange={setZoom}
          />
        </>
      )}
    </Modal>
  );
}

/** Address of a file while the component is mounted. */
function useFileUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

async function cut(image: HTMLImageElement, { x, y, width, height }: Area, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = RESULT;
  canvas.height = RESULT;
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, x, y, width, height, 0, 0, RESULT, RESULT);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) {
    throw new Error('The browser did not make a picture');
  }
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.png`, { type: 'image/png' });
}
