import { useCallback, useState } from 'react';
import { Vector3 } from 'three';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { spreadPins } from '../kernels/spread-pins.ts';
import { boundsOf } from '../queries/bounds-of.ts';

/** The middle of a pin, in pixels of the viewport. */
export type PinPlace = { x: number; y: number };
/** How large a pin was drawn, in pixels. */
export type PinSize = { width: number; height: number };

/** Until it has been drawn, a pin is a point. */
const UNDRAWN: PinSize = { width: 0, height: 0 };

/** Where marks of nodes stand in the view, none over another; `placeOf` knows none for what lies behind the camera. */
export function usePinPlaces(nodeIds: readonly string[]) {
  const { editor } = useEditorSession();
  useStore(editor.scene);
  useStore(editor.camera);
  const { width, height, insets } = useStore(editor.camera.frame);
  const [sizes, setSizes] = useState<ReadonlyMap<string, PinSize>>(new Map());
  const onSize = useCallback(
    (nodeId: string, size: PinSize) => setSizes((before) => new Map(before).set(nodeId, size)),
    [],
  );
  const pins = nodeIds.flatMap((id) => {
    const { x, y, depth } = editor.camera.project(boundsOf(editor, [id]).getCenter(new Vector3()));
    return depth > 1 ? [] : [{ id, x, y, ...(sizes.get(id) ?? UNDRAWN) }];
  });
  const { left, top, right, bottom } = insets;
  const room = { left, top, right: width - right, bottom: height - bottom };
  const places = new Map<string, PinPlace>(spreadPins(pins, room).map((pin) => [pin.id, pin]));
  return { placeOf: (nodeId: string) => places.get(nodeId) ?? null, onSize };
}
