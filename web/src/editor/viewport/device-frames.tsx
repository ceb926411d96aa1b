import { type Frame, frameFactor, freeArea, NO_INSETS } from '../../scene/framing.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { contentAspectOf } from '../queries/content-aspect-of.ts';
import classes from './device-frames.module.css';

/** Common viewports of the public page, with what its name and its buttons cover there. */
const DEVICES: Record<'phone' | 'desktop', Frame> = {
  phone: { width: 390, height: 844, insets: { ...NO_INSETS, top: 76, bottom: 60 } },
  desktop: { width: 1440, height: 900, insets: NO_INSETS },
};
const NAMES = ['phone', 'desktop'] as const;

/** Areas that phones and desktops would show if the scene opened with the current view. */
export function DeviceFrames() {
  const { areDevicesShown } = useSignalValue(useEditor().ui.state);
  return areDevicesShown && <Frames />;
}

function Frames() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const pose = useSignalValue(editor.camera.pose);
  const frame = useSignalValue(editor.camera.frame);
  const own = useSignalValue(editor.camera.frameAspect);
  useScene((scene) => scene.nodes);
  const aspect = contentAspectOf(editor, pose);
  const { x, y } = freeArea(frame);
  // As high as the view's own angle, in CSS pixels of this viewport.
  const height = frame.height / frameFactor(frame, own);
  return NAMES.map((name) => {
    const device = DEVICES[name];
    const scale = (height * frameFactor(device, aspect)) / device.height;
    const middle = freeArea(device);
    const place = {
      left: x - middle.x * scale,
      top: y - middle.y * scale,
      width: device.width * scale,
      height: device.height * scale,
    };
    return (
      <div key={name} className={classes.frame} style={place} data-device={name}>
        <span
          className="absolute m-[4px] px-2 py-0.5 rounded-control bg-(--surface-1) text-(--text-2) text-12"
          style={{
            top: Math.max(0, frame.insets.top - place.top),
            left: Math.max(0, frame.insets.left - place.left),
          }}
        >
          {t(`frame.${name}`)}
        </span>
      </div>
    );
  });
}
