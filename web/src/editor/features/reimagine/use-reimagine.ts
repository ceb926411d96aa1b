import type { Reimagine, ReimagineStyle } from '@diorama/shared/contract/reimagines.ts';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';

/** Request for generated pictures. */
type ReimagineRequest = { prompt: string; style: ReimagineStyle | null; strength: number; count: number };

/** Longer side of the sent view in pixels, as providers return no larger picture. */
const PICTURE_PX = 1536;
/** Polling interval in milliseconds; generation takes several seconds. */
const POLL_MS = 1_500;

/**
 * Requests variants of the view and follows their progress. The last request is restored when the dialog is
 * reopened, finished or not.
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
  /** Counts requests and cancellations, to ignore answers to earlier requests. */
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
      // Earlier results are optional; a new request reports its own errors.
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

  const ask = async ({ style, ...request }: ReimagineRequest) => {
    setError(null);
    setIsAsking(true);
    turn.current += 1;
    const asked = turn.current;
    try {
      const picture = await editor.queries?.picture({ longest: PICTURE_PX, type: 'image/png' });
      const far = takesDepth && (await editor.queries?.depth({ longest: PICTURE_PX }));
      if (!picture) {
        throw new Error('The viewport gave no picture');
      }
      const files = {
        image: new File([picture], 'view.png', { type: picture.type }),
        ...(far && { depth: new File([far], 'depth.png', { type: far.type }) }),
      };
      const body = { ...request, ...(style && { style }) };
      const begun = await client.call('createReimagine', { params: { id: sceneId }, body }, { files });
      if (asked === turn.current) {
        setMade(begun);
      } else {
        // The request was cancelled while the view was being uploaded.
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
