import { useMemo } from 'react';
import type { OpeningViewCheck } from '../../screens/publish/share-modal.tsx';
import {
  fitDefaultOpeningView,
  fitOpeningView,
  isDefaultOpeningView,
  isOpeningViewOutgrown,
} from '../commands/opening-view.ts';
import { untilStored } from '../kernels/until-stored.ts';
import type { EditorSession } from '../session.ts';
import { useEditorSession } from './use-editor.tsx';

/** Access of the publish dialog to the opening view of the open scene. */
export function useOpeningViewCheck(): OpeningViewCheck {
  const session = useEditorSession();
  return useMemo(() => checkOf(session), [session]);
}

function checkOf({ editor, saving }: EditorSession): OpeningViewCheck {
  return {
    prepare: async () => {
      if (fitDefaultOpeningView(editor)) {
        await untilStored(saving.state);
      }
    },
    isOutgrown: (wasPublished) =>
      !editor.isReadOnly.value &&
      (wasPublished || !isDefaultOpeningView(editor)) &&
      isOpeningViewOutgrown(editor),
    fit: () => fitOpeningView(editor),
  };
}
