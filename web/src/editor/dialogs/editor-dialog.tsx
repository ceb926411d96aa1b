import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { type ComponentProps, useMemo } from 'react';
import { lazyComponent } from '../../components/lazy-component.ts';
import type { OpeningViewCheck } from '../../screens/publish/share-modal.tsx';
import {
  fitDefaultOpeningView,
  fitOpeningView,
  isDefaultOpeningView,
  isOpeningViewOutgrown,
} from '../commands/opening-view.ts';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { untilStored } from '../kernels/until-stored.ts';
import type { EditorSession } from '../session.ts';
import { CommandPalette } from './command-palette.tsx';
import { HelpSheet } from './help-sheet.tsx';

const PublishDialog = lazyComponent(
  async () => (await import('../../screens/publish/publish-dialog.tsx')).PublishDialog,
);
const ReimagineDialog = lazyComponent(
  async () => (await import('../features/reimagine/reimagine-dialog.tsx')).ReimagineDialog,
);
const SaveComponent = lazyComponent(
  async () => (await import('../features/components/save-component.tsx')).SaveComponent,
);
const VersionsLayout = lazyComponent(
  async () => (await import('../features/versions/versions-layout.tsx')).VersionsLayout,
);

/** Dialog over the whole editor, if one is open. */
export function EditorDialog({ scene }: { scene: Composition }) {
  const { ui } = useEditor();
  const { overlay, savedComponent } = useSignalValue(ui.state);
  const close = () => ui.change({ overlay: null });
  switch (overlay) {
    case 'palette':
      return <CommandPalette onClose={close} />;
    case 'help':
      return <HelpSheet onClose={close} />;
    case 'invite':
      return <SharedScene sceneId={scene.uuid} opensAt="people" onClose={close} />;
    case 'publish':
      return <SharedScene sceneId={scene.uuid} onClose={close} />;
    case 'versions':
      return <VersionsLayout name={scene.name} onClose={close} />;
    case 'reimagine':
      return <ReimagineDialog onClose={close} />;
    case 'saveComponent':
      return savedComponent && <SaveComponent component={savedComponent} onClose={close} />;
    case null:
      return null;
  }
}

/** The publish dialog with what it reads of the open scene. */
function SharedScene(props: Pick<ComponentProps<typeof PublishDialog>, 'sceneId' | 'opensAt' | 'onClose'>) {
  const session = useEditorSession();
  const openingView = useMemo(() => checkOf(session), [session]);
  const missing = useSignalValue(session.imports.missing);
  return <PublishDialog {...props} openingView={openingView} missing={missing} />;
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
