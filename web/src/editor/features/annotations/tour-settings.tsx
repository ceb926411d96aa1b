import { choicesOf } from '@diorama/shared/scene/nodes/choices.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { LONGEST_STOP, TOUR_STARTS } from '@diorama/shared/scene/tour.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useScene } from '../../hooks/use-scene.ts';
import { type ValueField, ValueRows } from '../../inspector/value-rows.tsx';

const START: ValueField = {
  path: 'tour.start',
  label: 'scene.tour.start',
  kind: 'select',
  options: choicesOf('scene.tour', TOUR_STARTS),
};
const LED: readonly ValueField[] = [
  {
    ...{ path: 'tour.seconds', label: 'scene.tour.seconds', kind: 'number', unit: 'seconds' },
    ...{ min: 1, max: LONGEST_STOP, step: 1 },
  },
  { path: 'tour.loop', label: 'scene.tour.loop', kind: 'boolean' },
];

/** Tour settings for visitors. */
export function TourSettings() {
  const editor = useEditor();
  const tour = useScene((scene) => scene.tour);
  const fields = tour.start === 'auto' ? [START, ...LED] : [START];
  return (
    <div className="grid px-3 pt-2 pb-3 border-t border-(--hairline) gap-2">
      <ValueRows
        fields={fields}
        source={{ tour }}
        onWrite={(patch) => updateScene(editor.ydoc, patch)}
        previewOf={(patch) => ({ scene: patch })}
      />
    </div>
  );
}
