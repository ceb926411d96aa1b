import { useFrame } from '@react-three/fiber';
import { useRef } from 'react';
import { type Mesh, SphereGeometry, Vector3 } from 'three';
import { useEditor } from '../hooks/use-editor.tsx';

const BALL = new SphereGeometry(1, 20, 12);
const world = new Vector3();

/** Dot at a point, with a constant size on the screen. */
export function ScreenSizeDot({
  at,
  color,
  pixels,
}: {
  at: readonly [number, number, number];
  color: string;
  pixels: number;
}) {
  const { camera } = useEditor();
  const dot = useRef<Mesh>(null);
  useFrame(() => {
    if (dot.current) {
      dot.current.scale.setScalar(camera.metresPerPixel(dot.current.getWorldPosition(world)) * pixels);
    }
  });
  return (
    <mesh ref={dot} position={[...at]} geometry={BALL} renderOrder={3} frustumCulled={false}>
      <meshBasicMaterial color={color} toneMapped={false} transparent depthTest={false} />
    </mesh>
  );
}
