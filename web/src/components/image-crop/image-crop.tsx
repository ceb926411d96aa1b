import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { Button } from '../button/button.tsx';
import { Alert } from '../feedback/alert.tsx';
import { Modal } from '../modal/modal.tsx';
import { Slider } from '../slider/slider.tsx';
import classes from './image-crop.module.css';

/** Offset and zoom of a picture under the cropping square, in the square's pixels; the picture is centred at 0, 0. */
type Crop = { x: number; y: number; zoom: number };

type Size = { width: number; height: number };

export const CROP_START: Crop = { x: 0, y: 0, zoom: 1 };

const ZOOM = { min: 1, max: 4, step: 0.05 } as const;

/** Sides of the square on the screen and of the resulting picture, in pixels. */
const SQUARE = 240;
const RESULT = 260;
const ARROW_STEP = 8;

type Loaded = { image: HTMLImageElement; size: Size };

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
  const { loaded, isUnreadable } = useImage(file);
  const [crop, setCrop] = useState(CROP_START);
  const { isBusy, submit } = useSubmit(
    async () => {
      if (loaded !== null) {
        onCrop(await cut(loaded, crop, file.name));
      }
    },
    () => onClose(),
  );
  const change = (next: Crop) => {
    if (loaded !== null) {
      setCrop(clampCrop(next, loaded.size, SQUARE));
    }
  };
  return (
    <Modal
      size="small"
      title={words(`crop.title.${shape}`)}
      text={words('crop.text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" disabled={loaded === null} isLoading={isBusy} onClick={submit}>
            {words('crop.submit')}
          </Button>
        </>
      }
    >
      {isUnreadable ? (
        <Alert kind="error">{words('crop.unreadable')}</Alert>
      ) : (
        <>
          <CropArea label={words('crop.area')} shape={shape} loaded={loaded} crop={crop} onChange={change} />
          <Slider
            label={words('crop.zoom')}
            value={crop.zoom}
            {...ZOOM}
            isDisabled={loaded === null}
            onChange={(zoom) => change({ ...crop, zoom })}
          />
        </>
      )}
    </Modal>
  );
}

function CropArea({
  label,
  shape,
  loaded,
  crop,
  onChange,
}: {
  label: string;
  shape: 'avatar' | 'logo';
  loaded: Loaded | null;
  crop: Crop;
  onChange: (crop: Crop) => void;
}) {
  const drag = useRef<{ x: number; y: number; from: Crop } | null>(null);
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, from: crop };
  };
  const handlePointerMove = (event: PointerEvent) => {
    if (drag.current !== null) {
      const { x, y, from } = drag.current;
      onChange({ ...crop, x: from.x + event.clientX - x, y: from.y + event.clientY - y });
    }
  };
  const handlePointerEnd = () => {
    drag.current = null;
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (move !== undefined) {
      event.preventDefault();
      onChange(move(crop));
    }
  };
  const drawn = loaded === null ? null : drawnSize(loaded.size, SQUARE, crop.zoom);
  return (
    <div
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
      tabIndex={0}
      className={classes.area}
      data-shape={shape}
      style={{ width: SQUARE, height: SQUARE }}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
      onKeyDown={handleKeyDown}
    >
      {loaded !== null && drawn !== null && (
        <img
          src={loaded.image.src}
          alt=""
          draggable={false}
          style={{
            width: drawn.width,
            height: drawn.height,
            transform: `translate(${crop.x - drawn.width / 2}px, ${crop.y - drawn.height / 2}px)`,
          }}
        />
      )}
    </div>
  );
}

const KEYS: Readonly<Record<string, (crop: Crop) => Crop>> = {
  ArrowLeft: (crop) => ({ ...crop, x: crop.x - ARROW_STEP }),
  ArrowRight: (crop) => ({ ...crop, x: crop.x + ARROW_STEP }),
  ArrowUp: (crop) => ({ ...crop, y: crop.y - ARROW_STEP }),
  ArrowDown: (crop) => ({ ...crop, y: crop.y + ARROW_STEP }),
  '+': (crop) => ({ ...crop, zoom: crop.zoom + ZOOM.step * 2 }),
  '-': (crop) => ({ ...crop, zoom: crop.zoom - ZOOM.step * 2 }),
};

/** Decodes the file if the browser supports its format. */
function useImage(file: File): { loaded: Loaded | null; isUnreadable: boolean } {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () => {
      setLoaded({ image, size: { width: image.naturalWidth, height: image.naturalHeight } });
    };
    image.onerror = () => setIsUnreadable(true);
    image.src = url;
    return () => {
      image.onload = null;
      image.onerror = null;
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return { loaded, isUnreadable };
}

async function cut({ image, size }: Loaded, crop: Crop, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = RESULT;
  canvas.height = RESULT;
  const { x, y, side } = cutOf(crop, size, SQUARE);
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, x, y, side, side, 0, 0, RESULT, RESULT);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) {
    throw new Error('The browser did not make a picture');
  }
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.png`, { type: 'image/png' });
}

/** Drawn size of a picture: at zoom 1 its shorter side fills the square. */
export function drawnSize(picture: Size, square: number, zoom: number): Size {
  const scale = (square / Math.min(picture.width, picture.height)) * zoom;
  return { width: picture.width * scale, height: picture.height * scale };
}

/** The nearest crop that leaves no part of the square empty. */
export function clampCrop(crop: Crop, picture: Size, square: number): Crop {
  const zoom = Math.min(Math.max(crop.zoom, ZOOM.min), ZOOM.max);
  const { width, height } = drawnSize(picture, square, zoom);
  const limit = (value: number, size: number) => {
    const most = Math.max(0, (size - square) / 2);
    return Math.min(Math.max(value, -most), most);
  };
  return { zoom, x: limit(crop.x, width), y: limit(crop.y, height) };
}

/** Cropped part of the picture, in the picture's pixels. */
export function cutOf(crop: Crop, picture: Size, square: number): { x: number; y: number; side: number } {
  const scale = drawnSize(picture, square, crop.zoom).width / picture.width;
  const side = square / scale;
  return {
    x: (picture.width - side) / 2 - crop.x / scale,
    y: (picture.height - side) / 2 - crop.y / scale,
    side,
  };
}
