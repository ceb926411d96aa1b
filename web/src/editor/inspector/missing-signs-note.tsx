import { Alert } from '../../components/feedback/alert.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useNodes } from '../hooks/use-scene.ts';
import { useSectionWords } from '../hooks/use-section-words.ts';
import { useStore } from '../hooks/use-store.ts';

/** What texts without a font of their own are written with. */
const OWN_FONT = 'Inter';
/** More signs than these say nothing more. */
const MOST_TOLD = 12;

/** Says which signs of a text its font lacks, so that they are not drawn. */
export function MissingSignsNote({ id }: { id: string }) {
  const { editor, assets } = useEditorSession();
  const { t } = useSectionWords();
  const signs = useStore(editor.missingSigns).get(id) ?? [];
  const known = useStore(assets);
  const [node] = useNodes([id]);
  if (signs.length === 0 || node?.kind !== 'text') {
    return null;
  }
  const { font } = node.props;
  const told = signs.slice(0, MOST_TOLD).join(' ') + (signs.length > MOST_TOLD ? ' …' : '');
  return (
    <Alert kind="warning">
      {t('text.missing', { font: font === null ? OWN_FONT : (known.get(font)?.name ?? ''), signs: told })}
    </Alert>
  );
}
