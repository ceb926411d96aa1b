import { BoxGeometry, EdgesGeometry } from 'three';

/** A box of one metre on its foot. */
const BOX = new BoxGeometry(1, 1, 1).translate(0, 0.5, 0);
const EDGES = new EdgesGeometry(BOX);

/** A box that is not there yet, on its foot: `angle` turns it about +Y. Metres and radians. */
export function GhostBox({
  at,
  angle,
  size,
  color,
}: {
  at: readonly [number, number, number];
  angle: number;
  size: readonly [number, number, number];
  color: string;
}) {
  return (
    <group position={[...at]} rotation={[0, angle, 0]} scale={[...size]}>
      <mesh geometry={BOX} frustumCulled={false}>
        <meshBasicMaterial color={color} toneMapped={false} transparent opacity={0.28} depthWrite={false} />
      </mesh>
      <lineSegments geometry={EDGES} frustumCulled={false}>
        <lineBasicMaterial color={color} toneMapped={false} transparent depthTest={false} />
      </lineSegments>
    </group>
  );
}
