import { type Angles, anglesOf, rotationOf } from '@diorama/shared/scene/angles.ts';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import type { NumberRange } from '@diorama/shared/scene/nodes/define.ts';
import { Link2, Unlink2 } from 'lucide-react';
import { useRef } from 'react';
import { MathUtils } from 'three';
import { IconButton } from '../../components/button/icon-button.tsx';
import { detachFromSurface } from '../features/annotations/model/annotations.ts';
import { levelOf } from '../features/walls/model/wall-plan.ts';
import { commitMoved } from '../features/walls/model/walls-drag.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsLocked } from '../hooks/use-is-locked.ts';
import { useNodes } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { linkedScale } from '../kernels/linked-scale.ts';
import { draggerOf, shownWorld } from '../queries/gizmo-frame.ts';
import { localTransformOf } from '../queries/local-transform.ts';
import { FieldMark } from './field-mark.tsx';
import classes from './fields.module.css';
import { NumberField } from './number-field.tsx';
import { Row } from './row.tsx';
import { Section } from './section.tsx';
import { common, usePatch } from './use-patch.ts';

type Vector = [number, number, number];
type Part = 'position' | 'rotation' | 'scale';

const AXES = ['x', 'y', 'z'] as const;
const SPECS: Readonly<Record<Part, NumberRange>> = {
  position: { unit: 'metres', min: -1e6, max: 1e6, step: 0.01 },
  rotation: { unit: 'radians', min: -1e3, max: 1e3, step: MathUtils.degToRad(1) },
  scale: { unit: 'factor', min: -1e6, max: 1e6, step: 0.01, leastSize: 0.001 },
};

/** Position, rotation and scale of the selected nodes; follows a running drag. */
export function TransformSection({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  // The ancestors determine whether the nodes are in a plan.
  useNodes([...ids, ...ids.flatMap((id) => editor.scene.ancestorsOf(id))]);
  useSignalValue(editor.drag.state);
  useSignalValue(editor.presence.peers);
  /** Last displayed angles of each node, as a rotation has many Euler forms. */
  const seen = useRef(new Map<string, Angles>());
  const values = ids.map((id) => transformOf(editor, id, seen.current)).filter((value) => value !== null);
  // Plan nodes have lengths; scaling would remove them from the plan.
  const isSized = ids.some((id) => levelOf(editor, id) !== null);
  const parts = isSized ? (['position', 'rotation'] as const) : (['position', 'rotation', 'scale'] as const);
  return (
    <Section title={t('inspector.transform')}>
      <MovedBy ids={ids} />
      {parts.map((part) => (
        <FieldMark key={part} ids={ids} field={part}>
          <Row label={t(`inspector.${part}`)} isVector action={part === 'scale' && <ScaleLink />}>
            {AXES.map((axis, i) => (
              <AxisField
                key={axis}
                ids={ids}
                part={part}
                axis={i}
                values={values.map((value) => value[part])}
                seen={seen.current}
              />
            ))}
          </Row>
        </FieldMark>
      ))}
    </Section>
  );
}

/** Name of another user who drags the selection. */
function MovedBy({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const peer = ids.map((id) => draggerOf(editor, id)).find((found) => found !== null);
  return (
    peer && (
      <p className={classes.movedBy} role="status">
        <span aria-hidden="true" style={{ background: peer.person.avatarColor }} />
        {t('inspector.movedBy', { name: peer.person.name })}
      </p>
    )
  );
}

/** Toggle for uniform scaling. */
function ScaleLink() {
  const { preferences } = useEditor();
  const { t } = useEditorTranslations();
  const { isScaleLinked } = useSignalValue(preferences.values);
  const Icon = isScaleLinked ? Link2 : Unlink2;
  return (
    <IconButton
      size="small"
      label={t('inspector.linkScale')}
      isPressed={isScaleLinked}
      icon={<Icon size={16} aria-hidden="true" />}
      onClick={() => preferences.change({ isScaleLinked: !isScaleLinked })}
    />
  );
}

function AxisField({
  ids,
  part,
  axis,
  values,
  seen,
}: {
  ids: readonly string[];
  part: Part;
  axis: number;
  values: readonly Vector[];
  seen: Map<string, Angles>;
}) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isFixed = useIsLocked(ids);
  const patch = usePatch(ids);
  const name = AXES[axis] ?? 'x';
  const change = (value: number) =>
    patch.change((id) => {
      const node = editor.scene.node(id);
      const { isScaleLinked: isLinked } = editor.preferences.values.value;
      const own = node ? patchOf({ id, node, seen, isLinked }, part, { axis, value }) : {};
      return part === 'position' ? { ...own, ...detachFromSurface(editor, id) } : own;
    });
  return (
    <NumberField
      label={t('inspector.axis', { field: t(`inspector.${part}`), axis: name.toUpperCase() })}
      glyph={name.toUpperCase()}
      axis={name}
      value={common(values.map((value) => value[axis] ?? 0))}
      spec={SPECS[part]}
      isDisabled={isFixed}
      onChange={change}
      onCommit={() => commitMoved(editor, patch.live, ids)}
      // A wall is connected to others when the user stops, not after each step.
      onStep={() =>
        ids.some((id) => levelOf(editor, id)) ? editor.nudging.follow(ids, patch.live) : patch.commit()
      }
      onCancel={patch.cancel}
    />
  );
}

function transformOf(
  editor: ReturnType<typeof useEditor>,
  id: string,
  seen: Map<string, Angles>,
): Record<Part, Vector> | null {
  const node = editor.scene.node(id);
  if (!node) {
    return null;
  }
  const { position, rotation, scale } = shownTransform(editor, id) ?? node;
  const angles = anglesOf(rotation, seen.get(id));
  seen.set(id, angles);
  return { position, rotation: angles, scale };
}

/** The transform of a node on the move, by this person or another; null for one that is at rest. */
function shownTransform(editor: ReturnType<typeof useEditor>, id: string) {
  if (editor.drag.state.value?.starts.has(id) === true) {
    return localTransformOf(editor, id, shownWorld(editor, id));
  }
  const peer = draggerOf(editor, id);
  // A node that moves with its group keeps its place within it.
  return peer?.drag && peer.selection.includes(id)
    ? localTransformOf(editor, id, editor.scene.worldOf(id).premultiply(peer.drag))
    : null;
}

type Patched = { id: string; node: SceneNode; seen: Map<string, Angles>; isLinked: boolean };

function patchOf(
  { id, node, seen, isLinked }: Patched,
  part: Part,
  { axis, value }: { axis: number; value: number },
) {
  if (part === 'scale' && isLinked) {
    return { scale: linkedScale(node.scale, axis, value) };
  }
  if (part !== 'rotation') {
    const next: Vector = [...node[part]];
    next[axis] = value;
    return { [part]: next };
  }
  const angles: Angles = [...anglesOf(node.rotation, seen.get(id))];
  angles[axis] = value;
  seen.set(id, angles);
  return { rotation: rotationOf(angles) };
}
