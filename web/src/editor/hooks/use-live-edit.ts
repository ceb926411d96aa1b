import { useEffect, useRef } from 'react';
import { createLiveEdit } from '../commands/live-edit.ts';
import type { LiveEdit } from '../managers/history.ts';
import type { SceneWriter } from '../parts.ts';

/** Hook for one control. */
export function useLiveEdit(editor: SceneWriter): LiveEdit {
  const live = useRef<LiveEdit>(null);
  live.current ??= createLiveEdit(editor);
  useEffect(() => () => live.current?.commit(), []);
  return live.current;
}
