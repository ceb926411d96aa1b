import { useCallback, useState } from 'react';
import { Vector3 } from 'three';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { spreadPins } from '../../kernels/spread-pins.ts';
import { boundsOf } from '../../queries/bounds-of.ts';

/** Centre of a pin, in viewport pixels. */
export type PinPlace = { x: number; y: number };
/** Rendered size of a pin, in pixels. */
export type PinSize = { width: number; height: number };

/** Size of a pin before it is rendered. */
const UNDRAWN: PinSize = { width: 0, height: 0 };

/** Places pins for nodes in the view without overlaps; `placeOf` is undefined for nodes behind the camera. */
export function usePinPlaces(nodeIds: readonly string[]) {
  const { editor } = useEditorSession();
  useSignalValue(editor.scene.document);
  useSignalValue(editor.camera.pose);
  const { width, height, insets } = useSignalValue(editor.camera.frame);
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
