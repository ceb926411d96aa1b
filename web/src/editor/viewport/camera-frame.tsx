import { frameFactor, freeArea } from '../../scene/framing.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useNodes } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import classes from './camera-frame.module.css';

/** Frame of a scene camera in the viewport, while the user looks through it. */
export function CameraFrame() {
  const editor = useEditor();
  const { t } = useFirstTranslations();
  const { lookingThrough } = useSignalValue(editor.ui.state);
  const frame = useSignalValue(editor.camera.frame);
  const aspect = useSignalValue(editor.camera.frameAspect);
  const [node] = useNodes(lookingThrough === null ? [] : [lookingThrough]);
  if (!node) {
    return null;
  }
  const { x, y } = freeArea(frame);
  const height = frame.height / frameFactor(frame, aspect);
  const width = height * aspect;
  return (
    <div className={classes.frame} style={{ left: x - width / 2, top: y - height / 2, width, height }}>
      <span className={classes.name}>{t('frame.looking', { name: node.name || t('node.camera') })}</span>
    </div>
  );
}
