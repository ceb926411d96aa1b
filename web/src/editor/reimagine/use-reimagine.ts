import type { Reimagine, ReimagineStyle } from '@diorama/shared/contract/reimagines.ts';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';

/** What is wished for. */
export type Wish = { prompt: string; style: ReimagineStyle | null; strength: number; count: number };

/** The longer side of what is sent, in pixels: providers make nothing larger of it. */
const PICTURE_PX = 1536;
/** How often it is asked how far it is, in milliseconds; it takes seconds at best. */
const POLL_MS = 1_500;

/** Asks for other versions of the view, follows what becomes of them, and stops them when nobody waits any more. */
export function useReimagine() {
  const { client } = useApi();
  const { sceneId } = useEditorSession();
  const editor = useEditor();
  const [made, setMade] = useState<Reimagine | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setIsAsking] = useState(false);
  const id = made?.uuid;
  const isRunning = made?.status === 'queued' || made?.status === 'running';

  useEffect(() => {
    if (id === undefined || !isRunning) {
      return;
    }
    const timer = setInterval(() => {
      client.call('getReimagine', { params: { id } }).then(setMade, setError);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [client, id, isRunning]);

  const ask = async ({ style, ...wish }: Wish) => {
    setError(null);
    setIsAsking(true);
    try {
      const picture = await editor.probe?.picture({ longest: PICTURE_PX, type: 'image/png' });
      if (!picture) {
        throw new Error('The viewport gave no picture');
      }
      const file = new File([picture], 'view.png', { type: 'image/png' });
      const body = { ...wish, ...(style && { style }) };
      setMade(await client.call('createReimagine', { params: { id: sceneId }, body }, { file }));
    } catch (failure) {
      setError(failure);
    } finally {
      setIsAsking(false);
    }
  };
  const cancel = () => {
    if (id !== undefined && isRunning) {
      setMade(null);
      client.call('cancelReimagine', { params: { id } }).catch(setError);
    }
  };
  const keep = (candidate: number) =>
    client.call('keepReimagine', { params: { id: id ?? '' }, body: { candidate } });
  return { made, error, isBusy: isAsking || isRunning, ask, cancel, keep };
}
