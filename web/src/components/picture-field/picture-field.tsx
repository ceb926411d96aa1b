import { extensionsOf, pickerOf } from '@diorama/shared/domain/formats.ts';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from '../../hooks/use-translations.ts';
import { Button } from '../button/button.tsx';
import { NetworkButton } from '../button/network-button.tsx';
import { FilesInput } from '../files-input/files-input.tsx';
import { ImageCrop } from '../image-crop/image-crop.tsx';
import primitives from '../primitives.module.css';

const ACCEPT = pickerOf(extensionsOf('mark'));

/** A small picture with ways to replace or remove it. */
export function PictureField({
  label,
  hint,
  shape,
  picture,
  hasPicture,
  isCropped = true,
  isBusy,
  isDisabled = false,
  onChoose,
  onRemove,
}: {
  label: string;
  hint?: string;
  shape: 'avatar' | 'logo';
  /** The picture, or its placeholder. */
  picture: ReactNode;
  hasPicture: boolean;
  /** Whether a chosen picture is cropped to a square. */
  isCropped?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  onChoose: (file: File) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslations('account');
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const handleFile = (file: File | undefined) => {
    if (file === undefined) {
      return;
    }
    if (isCropped) {
      setChosen(file);
    } else {
      onChoose(file);
    }
  };
  return (
    <fieldset className={primitives.fieldset} disabled={isDisabled}>
      <legend className="p-0 mb-2 text-(--text-2) text-13 font-medium">{label}</legend>
      <div className="flex items-center gap-4">
        <span className="grid shrink-0">{picture}</span>
        <div>
          <div className={primitives.cluster}>
            <NetworkButton
              icon={<ImagePlus size={16} aria-hidden="true" />}
              isLoading={isBusy}
              aria-label={`${label}: ${hasPicture ? t('picture.change') : t('picture.choose')}`}
              onClick={() => input.current?.click()}
            >
              {hasPicture ? t('picture.change') : t('picture.choose')}
            </NetworkButton>
            {hasPicture && (
              <Button
                variant="ghost"
                disabled={isBusy}
                aria-label={`${label}: ${t('picture.remove')}`}
                onClick={onRemove}
              >
                {t('picture.remove')}
              </Button>
            )}
          </div>
          {hint !== undefined && <p className="mt-2 text-(--text-3) text-12">{hint}</p>}
        </div>
      </div>
      <FilesInput ref={input} label={label} accept={ACCEPT} isSingle onFiles={([file]) => handleFile(file)} />
      {chosen !== null && (
        <ImageCrop
          file={chosen}
          shape={shape}
          onCrop={(file) => {
            setChosen(null);
            onChoose(file);
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </fieldset>
  );
}
