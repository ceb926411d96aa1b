import { useEffect, useMemo } from 'react';
import { BoxGeometry, type BufferGeometry, EdgesGeometry } from 'three';

/** Box of one metre on its base. */
const BOX = new BoxGeometry(1, 1, 1).translate(0, 0.5, 0);
const EDGES = new EdgesGeometry(BOX);

/** Preview of a box on its base: `angle` rotates it about +Y. Metres and radians. */
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
      <Ghost geometry={BOX} edges={EDGES} color={color} />
    </group>
  );
}

/** Smallest crease angle of drawn edges in degrees; smaller ones belong to round surfaces. */
const ROUND = 20;

/** Preview of a shape in place. */
export function GhostShape({ geometry, color }: { geometry: BufferGeometry; color: string }) {
  const edges = useMemo(() => new EdgesGeometry(geometry, ROUND), [geometry]);
  useEffect(() => () => edges.dispose(), [edges]);
  return <Ghost geometry={geometry} edges={edges} color={color} />;
}

function Ghost({
  geometry,
  edges,
  color,
}: {
  geometry: BufferGeometry;
  edges: BufferGeometry;
  color: string;
}) {
  return (
    <>
      <mesh geometry={geometry} frustumCulled={false}>
        <meshBasicMaterial color={color} toneMapped={false} transparent opacity={0.28} depthWrite={false} />
      </mesh>
      <lineSegments geometry={edges} frustumCulled={false}>
        <lineBasicMaterial color={color} toneMapped={false} transparent depthTest={false} />
      </lineSegments>
    </>
  );
}
