import { LIBRARY_SHELVES } from '@diorama/shared/domain/library.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useWords } from '../hooks/use-words.ts';
import { putIntoNewScene } from './put-thing.ts';
import { usePutMeans } from './use-put-means.ts';

/** Query parameter of the item that the library page adds to a new scene: `<shelf>/<uuid>`. */
export const USE_PARAM = 'use';

/** Inserts the item of the address into the scene once, and removes the parameter. */
export function LibraryArrival() {
  const means = usePutMeans();
  const { imports } = useEditorSession();
  const { client } = useApi();
  const words = useWords();
  const { t } = useLibraryWords();
  const toast = useToast();
  const tellError = useTellError();
  const [params, setParams] = useSearchParams();
  const wanted = params.get(USE_PARAM);
  const taken = useRef<string | null>(null);

  const arrive = useEffectEvent(async (address: string) => {
    const [name, id = ''] = address.split('/');
    const shelf = LIBRARY_SHELVES.find((known) => known === name);
    const rest = new URLSearchParams(params);
    rest.delete(USE_PARAM);
    setParams(rest, { replace: true });
    if (!shelf || id === '') {
      return;
    }
    const thing = await client.call('getLibraryItem', { params: { shelf, id } });
    const outcome = putIntoNewScene(means, thing, words.t('node.sphere'));
    const { primary } = means.editor.selection;
    if (outcome === 'done' && thing.kind === 'model' && primary !== null) {
      imports.askSize(primary);
    }
    if (outcome !== 'done') {
      toast({ kind: 'warning', text: t(`library.drawer.${outcome}`) });
    }
  });
  const tell = useEffectEvent(tellError);
  useEffect(() => {
    if (wanted !== null && taken.current !== wanted) {
      taken.current = wanted;
      arrive(wanted).catch(tell);
    }
  }, [wanted]);
  return null;
}
