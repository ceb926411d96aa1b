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
  Matrix4,
  type Mesh,
  Quaternion,
  type Sprite,
  Vector3,
} from 'three';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { EditorProvider, useEditor } from '../hooks/use-editor.tsx';
import { usePeople } from '../hooks/use-people.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { ConnectedPerson } from '../kernels/connected-people.ts';
import { shownWorld } from '../queries/gizmo-frame.ts';
import { visiblePeerCamera, visiblePeerCursor } from '../queries/visible-peers.ts';
import type { EditorSession } from '../session.ts';
import { LazyPart } from '../tools/lazy-part.tsx';
import { type Drawing, DrawingContext, useDrawing } from './use-drawing.ts';
import { useIdsOf, useNode } from './use-nodes.ts';

/** Size of a peer's camera lines and pointer dot, in CSS pixels. */
const CAMERA_PIXELS = 36;
const DOT_PIXELS = 10;
const UP = new Vector3(0, 1, 0);
const CAMERA_LINES = cameraLines();

const SPRITE_PIXELS = 26;

/** Placeholder box of a loading object, on its base, in metres. */
const WAITING_BOX = new EdgesGeometry(new BoxGeometry(1, 1, 1).translate(0, 0.5, 0));
const UNSCALED = new Vector3(1, 1, 1);

/**
 * Everything over the scene: marks, other users, and the active tool's overlay. Walk mode shows other users
 * only.
 */
export function SceneOverlay({ session, drawing }: { session: EditorSession; drawing: Drawing }) {
  const { isWalking } = useSignalValue(session.editor.ui.state);
  return (
    <EditorProvider value={session}>
      <DrawingContext value={drawing}>
        <ErrorBoundary fallback={<Missing />}>
          <PeerMarks />
          {!isWalking && (
            <>
              <Marks />
              <OfTool />
            </>
          )}
        </ErrorBoundary>
      </DrawingContext>
    </EditorProvider>
  );
}

function OfTool() {
  const { tools } = useEditor();
  const id = useSignalValue(tools.activeId);
  const { overlay } = tools.def;
  return (
    overlay && (
      <ErrorBoundary key={id} fallback={<Missing />}>
        <LazyPart of={id} load={overlay} />
      </ErrorBoundary>
    )
  );
}

/** Reports a part that is missing, as messages cannot be drawn in the scene. */
function Missing() {
  const { isPartMissing } = useEditor();
  useEffect(() => {
    isPartMissing.value = true;
  }, [isPartMissing]);
  return null;
}

/**
 * Marks of nodes without a surface: badges of lights and cameras with helper lines while selected, and boxes of
 * loading files.
 */
function Marks() {
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

/** Cameras and pointers of other users in their colours, without users in background tabs. */
function PeerMarks() {
  const people = usePeople().filter(({ isAway }) => !isAway);
  return (
    <>
      <Gliding />
      {people.map((here) => (
        <PeerCamera key={`camera of ${here.clientId}`} here={here} />
      ))}
      {people.map((here) => (
        <PeerDot key={`dot of ${here.clientId}`} here={here} />
      ))}
    </>
  );
}

/** Must render before the elements that it moves, as frame callbacks run in that order. */
function Gliding() {
  const { interpolation } = useEditor();
  useFrame(({ invalidate }) => {
    if (interpolation.step(performance.now())) {
      invalidate();
    }
  });
  return null;
}

function PeerCamera({ here }: { here: ConnectedPerson }) {
  const editor = useEditor();
  const lines = useRef<LineSegments>(null);
  useFrame(() => {
    const seen = visiblePeerCamera(editor, here);
    if (lines.current) {
      lines.current.visible = seen !== null;
    }
    if (lines.current && seen) {
      const { eye, target } = seen;
      lines.current.position.copy(eye);
      lines.current.quaternion.setFromRotationMatrix(new Matrix4().lookAt(eye, target, UP));
      lines.current.scale.setScalar(editor.camera.metresPerPixel(eye) * CAMERA_PIXELS);
    }
  });
  return (
    <lineSegments ref={lines} geometry={CAMERA_LINES} frustumCulled={false} visible={false}>
      <lineBasicMaterial color={here.person.avatarColor} toneMapped={false} transparent />
    </lineSegments>
  );
}

function PeerDot({ here }: { here: ConnectedPerson }) {
  const editor = useEditor();
  const dot = useRef<Mesh>(null);
  useFrame(() => {
    const place = visiblePeerCursor(editor, here);
    if (dot.current) {
      dot.current.visible = place !== null;
    }
    if (dot.current && place) {
      dot.current.position.copy(place);
      dot.current.scale.setScalar((editor.camera.metresPerPixel(place) * DOT_PIXELS) / 2);
    }
  });
  return (
    <mesh ref={dot} visible={false}>
      <sphereGeometry args={[1, 16, 12]} />
      <meshBasicMaterial color={here.person.avatarColor} toneMapped={false} transparent />
    </mesh>
  );
}

/** Camera lines along −Z: from the eye to the corners of its view, with a triangle that marks up. */
function cameraLines(): BufferGeometry {
  const eye = [0, 0, 0];
  const corners = [
    [-0.5, -0.34, -1],
    [0.5, -0.34, -1],
    [0.5, 0.34, -1],
    [-0.5, 0.34, -1],
  ];
  const rays = corners.flatMap((corner) => [eye, corner]);
  const sides = corners.flatMap((corner, i) => [corner, corners[(i + 1) % corners.length] ?? eye]);
  const [left, roof, right] = [
    [-0.22, 0.4, -1],
    [0, 0.62, -1],
    [0.22, 0.4, -1],
  ] as const;
  const points = [...rays, ...sides, left, roof, roof, right, right, left];
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points.flat(), 3));
}
