import { useEffect, useMemo } from 'react';
import { BoxGeometry, type BufferGeometry, EdgesGeometry } from 'three';

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
      <Ghost geometry={BOX} edges={EDGES} color={color} />
    </group>
  );
}

/** Edges at which a surface turns by less are not drawn, in degrees: they are those of something round. */
const ROUND = 20;

/** A shape that is not there yet, where it is. */
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
