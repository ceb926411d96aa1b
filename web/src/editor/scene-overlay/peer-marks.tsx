import { useFrame } from '@react-three/fiber';
import { useRef } from 'react';
import {
  BufferGeometry,
  Float32BufferAttribute,
  type LineSegments,
  Matrix4,
  type Mesh,
  Vector3,
} from 'three';
import { useEditor } from '../hooks/use-editor.tsx';
import { usePeople } from '../hooks/use-people.ts';
import type { ConnectedPerson } from '../kernels/connected-people.ts';
import { visiblePeerCamera, visiblePeerCursor } from '../queries/visible-peers.ts';

/** Size of a peer's camera lines and pointer dot, in CSS pixels. */
const CAMERA_PIXELS = 36;
const DOT_PIXELS = 10;
const UP = new Vector3(0, 1, 0);
const CAMERA_LINES = cameraLines();

/** Cameras and pointers of other users in their colours, without users in background tabs. */
export function PeerMarks() {
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
    if (interpolation?.step(performance.now())) {
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
