import { LIBRARY_SHELVES } from '@diorama/shared/domain/library.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../../../api/provider.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useLibraryTranslations } from '../../../hooks/use-library-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { insertIntoNewScene } from './model/insert-library-item.ts';
import { useInsertComponent } from './use-insert-component.ts';
import { useInsertContext } from './use-insert-context.ts';

/** Query parameter of the item that the library page adds to a new scene: `<shelf>/<uuid>`. */
const USE_PARAM = 'use';

/** Inserts the item of the address into the scene once, and removes the parameter. */
export function InsertFromUrl() {
  const context = useInsertContext();
  const { imports } = useEditorSession();
  const { client } = useApi();
  const translations = useEditorTranslations();
  const { t } = useLibraryTranslations();
  const toast = useToast();
  const showError = useErrorToast();
  const [params, setParams] = useSearchParams();
  const wanted = params.get(USE_PARAM);
  const placeComponent = useInsertComponent();
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
    const item = await client.call('getLibraryItem', { params: { shelf, id } });
    if (item.kind === 'component') {
      return placeComponent(item, null);
    }
    const outcome = insertIntoNewScene(context, item, translations.t('node.sphere'));
    const { primary } = context.editor.selection;
    if (outcome === 'done' && item.kind === 'model' && primary !== null) {
      imports.noteInserted(primary);
    }
    if (outcome !== 'done') {
      toast({ kind: 'warning', text: t(`library.drawer.${outcome}`) });
    }
  });
  const showFailure = useEffectEvent(showError);
  useEffect(() => {
    if (wanted !== null && taken.current !== wanted) {
      taken.current = wanted;
      arrive(wanted).catch(showFailure);
    }
  }, [wanted]);
  return null;
}
