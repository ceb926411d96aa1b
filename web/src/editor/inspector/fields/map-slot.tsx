import { ImagePlus } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { Popover } from '../../../components/popover/popover.tsx';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useShelfSide } from '../../hooks/use-media.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { common } from '../use-patch.ts';
import type { FieldProps } from './field-props.ts';
import classes from './map-slot.module.css';
import { PictureRow } from './picture-control.tsx';
import { thumbnailUrlOf } from './thumbnail-url.ts';
import { useSendPicture } from './use-send-picture.ts';

/**
 * Value row with a thumbnail of its texture map at the end. A click opens the map's options; a picture
 * dropped on the row becomes the map.
 */
export function MapSlot({ children, ...props }: FieldProps<'picture'> & { children: ReactNode }) {
  const { label, values, isDisabled } = props;
  const { assets } = useEditorSession();
  const { t } = useEditorTranslations();
  const side = useShelfSide();
  const value = common(values);
  const asset = useSignalValue(assets.byIri).get(typeof value === 'string' ? value : '');
  const sending = useSendPicture(props);
  const [isOver, setIsOver] = useState(false);
  const picture = thumbnailUrlOf(asset);
  const name = t('material.slot', { map: label });
  const handleOver = (event: DragEvent) => {
    if (!isDisabled && event.dataTransfer.types.includes('Files')) {
      event.preventDefault();
      event.stopPropagation();
      setIsOver(true);
    }
  };
  const handleDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!isDisabled && file) {
      event.preventDefault();
      event.stopPropagation();
      sending.send(file);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; its button has the label
    <div
      className={classes.line}
      data-over={isOver || undefined}
      onDragOver={handleOver}
      onDragLeave={() => setIsOver(false)}
      // Captured, so that it also runs when a nested element handles the drop.
      onDropCapture={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      {children}
      <Popover
        label={name}
        side={side}
        align="start"
        trigger={
          <button
            type="button"
            className={classes.slot}
            data-empty={value === null || undefined}
            aria-label={name}
            title={name}
            aria-busy={sending.stop !== null}
          >
            {picture ? <img src={picture} alt="" /> : <ImagePlus size={16} aria-hidden="true" />}
          </button>
        }
      >
        <div className="w-[17rem]">
          <PictureRow {...props} sending={sending} />
        </div>
      </Popover>
    </div>
  );
}
