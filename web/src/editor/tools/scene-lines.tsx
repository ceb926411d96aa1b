import { useEffect, useMemo } from 'react';
import { BufferGeometry, type Vector3 } from 'three';

/** Lines between pairs of world points, drawn on top of the scene. */
export function SceneLines({ points, color }: { points: readonly Vector3[]; color: string }) {
  const geometry = useMemo(() => new BufferGeometry().setFromPoints([...points]), [points]);
  useEffect(() => () => geometry.dispose(), [geometry]);
  return (
    points.length > 0 && (
      <lineSegments geometry={geometry} frustumCulled={false}>
        <lineBasicMaterial color={color} toneMapped={false} depthTest={false} transparent />
      </lineSegments>
    )
  );
}
