import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { findNodeDef, helperLinesOf } from '@diorama/shared/scene/nodes/index.ts';
import { isMarked } from '@diorama/shared/scene/nodes/kinds.ts';
import { useFrame } from '@react-three/fiber';
import { useEffect, useMemo, useRef } from 'react';
import {
  BoxGeometry,
  BufferGeometry,
  EdgesGeometry,
  Float32BufferAttribute,
  type Group,
  type LineSegments,
  Quaternion,
  type Sprite,
  Vector3,
} from 'three';
import { useEditor } from '../hooks/use-editor.tsx';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { shownWorld } from '../queries/gizmo-frame.ts';
import { useDrawing } from './use-drawing.ts';
import { useIdsOf, useNode } from './use-nodes.ts';

const SPRITE_PIXELS = 26;
/** Placeholder box of a loading object, on its base, in metres. */
const WAITING_BOX = new EdgesGeometry(new BoxGeometry(1, 1, 1).translate(0, 0.5, 0));
const UNSCALED = new Vector3(1, 1, 1);

/**
 * Marks of nodes without a surface: badges of lights and cameras with helper lines while selected, and boxes of
 * loading files.
 */
export function Marks() {
  const editor = useEditor();
  const marked = useIdsOf(editor, isMarked);
  const coming = useSignalValue(editor.undrawn);
  return (
    <>
      {marked.map((id) => (
        <Badge key={id} id={id} />
      ))}
      {[...coming].map((id) => (
        <WaitingBox key={id} id={id} />
      ))}
    </>
  );
}

function Badge({ id }: { id: string }) {
  const editor = useEditor();
  const { badges, colors } = useDrawing();
  const node = useNode(editor, id);
  const isSelected = useSignalValue(() => editor.selection.has(id));
  const whole = useRef<Group>(null);
  const sprite = useRef<Sprite>(null);
  const lines = useRef<LineSegments>(null);
  const geometry = useMemo(() => (node && isSelected ? linesOf(node) : null), [node, isSelected]);
  useEffect(() => () => geometry?.dispose(), [geometry]);
  useFrame(() => {
    const at = new Vector3();
    const turn = new Quaternion();
    shownWorld(editor, id).decompose(at, turn, new Vector3());
    if (whole.current) {
      // A camera is hidden while the user looks through it.
      whole.current.visible = editor.visibility.isVisible(id) && editor.ui.state.value.lookingThrough !== id;
    }
    sprite.current?.position.copy(at);
    sprite.current?.scale.setScalar(editor.camera.metresPerPixel(at) * SPRITE_PIXELS);
    // Helper lines ignore the scale of their node.
    lines.current?.matrix.compose(at, turn, UNSCALED);
  });
  if (!node) {
    return null;
  }
  return (
    <group ref={whole}>
      <sprite ref={sprite}>
        <spriteMaterial
          map={badges.of(findNodeDef(node.kind)?.inspector.icon ?? '')}
          color={'color' in node.props ? node.props.color : 'white'}
          toneMapped={false}
          transparent
        />
      </sprite>
      {geometry && (
        <lineSegments ref={lines} geometry={geometry} matrixAutoUpdate={false} frustumCulled={false}>
          <lineBasicMaterial color={colors.selection} toneMapped={false} transparent />
        </lineSegments>
      )}
    </group>
  );
}

function WaitingBox({ id }: { id: string }) {
  const editor = useEditor();
  const { colors } = useDrawing();
  const box = useRef<LineSegments>(null);
  useFrame(() => {
    if (box.current) {
      box.current.visible = editor.visibility.isVisible(id);
      box.current.matrix.copy(shownWorld(editor, id));
    }
  });
  return (
    <lineSegments ref={box} geometry={WAITING_BOX} matrixAutoUpdate={false} frustumCulled={false}>
      <lineBasicMaterial color={colors.selection} toneMapped={false} transparent />
    </lineSegments>
  );
}

function linesOf(node: SceneNode): BufferGeometry {
  return new BufferGeometry().setAttribute(
    'position',
    new Float32BufferAttribute(helperLinesOf(node).flat(), 3),
  );
}
