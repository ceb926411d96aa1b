import type { Reimagine, ReimagineStyle } from '@diorama/shared/contract/reimagines.ts';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';

/** What is wished for. */
export type Wish = { prompt: string; style: ReimagineStyle | null; strength: number; count: number };

/** The longer side of what is sent, in pixels: providers make nothing larger of it. */
const PICTURE_PX = 1536;
/** How often it is asked how far it is, in milliseconds; it takes seconds at best. */
const POLL_MS = 1_500;

/**
 * Asks for other versions of the view, and follows what becomes of them. Nobody has to wait here: what was asked for last is
 * there again for whoever comes back, made by then or not.
 */
export function useReimagine() {
  const { client } = useApi();
  const { sceneId } = useEditorSession();
  const editor = useEditor();
  const takesDepth = useConfig()?.reimagineDepth === true;
  const [made, setMade] = useState<Reimagine | null>(null);
  const [left, setLeft] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setIsAsking] = useState(false);
  /** Counts what was asked for and stopped: an answer to an earlier wish is nobody's any more. */
  const turn = useRef(0);
  const id = made?.uuid;
  const isRunning = made?.status === 'queued' || made?.status === 'running';

  useEffect(() => {
    const asked = turn.current;
    client.call('listReimagines', { params: { id: sceneId } }).then(
      ({ member, left: today }) => {
        if (asked === turn.current) {
          setMade(member.find(({ status }) => status !== 'failed' && status !== 'cancelled') ?? null);
          setLeft(today);
        }
      },
      // What was asked for before is not needed to ask for more, which says by itself what is wrong.
      () => undefined,
    );
  }, [client, sceneId]);

  useEffect(() => {
    if (id === undefined || !isRunning) {
      return;
    }
    const asked = turn.current;
    const timer = setInterval(() => {
      client.call('getReimagine', { params: { id } }).then(
        (now) => {
          if (asked === turn.current) {
            setError(null);
            setMade(now);
          }
        },
        (failure: unknown) => asked === turn.current && setError(failure),
      );
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [client, id, isRunning]);

  const ask = async ({ style, ...wish }: Wish) => {
    setError(null);
    setIsAsking(true);
    turn.current += 1;
    const asked = turn.current;
    try {
      const picture = await editor.probe?.picture({ longest: PICTURE_PX, type: 'image/png' });
      const far = takesDepth && (await editor.probe?.depth({ longest: PICTURE_PX }));
      if (!picture) {
        throw new Error('The viewport gave no picture');
      }
      const files = {
        image: new File([picture], 'view.png', { type: picture.type }),
        ...(far && { depth: new File([far], 'depth.png', { type: far.type }) }),
      };
      const body = { ...wish, ...(style && { style }) };
      const begun = await client.call('createReimagine', { params: { id: sceneId }, body }, { files });
      if (asked === turn.current) {
        setMade(begun);
      } else {
        // It was stopped while the view was on its way.
        await client.call('cancelReimagine', { params: { id: begun.uuid } });
      }
    } catch (failure) {
      if (asked === turn.current) {
        setError(failure);
      }
    } finally {
      if (asked === turn.current) {
        setIsAsking(false);
      }
    }
  };
  const cancel = () => {
    turn.current += 1;
    setIsAsking(false);
    if (id !== undefined && isRunning) {
      setMade(null);
      client.call('cancelReimagine', { params: { id } }).catch(setError);
    }
  };
  const keep = (candidate: number) =>
    client.call('keepReimagine', { params: { id: id ?? '' }, body: { candidate } });
  return { made, left: made?.left ?? left, error, isBusy: isAsking || isRunning, ask, cancel, keep };
}
