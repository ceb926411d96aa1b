import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import panel from '../panel.module.css';
import { isUnfilled } from '../queries/is-unfilled.ts';
import { OutlinerTree } from './outliner-tree.tsx';
import { useOutlinerRows } from './use-outliner-rows.ts';

const TemplateChoice = lazyComponent(async () => (await import('./template-choice.tsx')).TemplateChoice);

/** Tree of the scene: search, select, rename, hide, lock, reorder. */
export function Outliner() {
  const { scene } = useEditor();
  const { t } = useEditorTranslations();
  const [query, setQuery] = useState('');
  const rows = useOutlinerRows(query);
  const isEmpty = scene.children(null).length === 0;
  const canFill = useCanFill();
  return (
    <section className={panel.panel} aria-label={t('outliner.title')}>
      <h2 className={panel.heading}>{t('outliner.title')}</h2>
      <SearchField query={query} onChange={setQuery} />
      {rows.length === 0 && (
        <p className="px-3 py-2 text-(--text-3) text-13">
          {t(isEmpty ? 'outliner.empty' : 'outliner.nothing')}
        </p>
      )}
      <OutlinerTree rows={rows} />
      {canFill && (
        // The templates are an offer; without their code, as offline, the panel is complete too.
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <TemplateChoice />
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  );
}

function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useEditorTranslations();
  return (
    <div className="px-3 pt-0 pb-2">
      <TextField
        label={t('outliner.search')}
        isLabelHidden
        size="small"
        placeholder={t('outliner.search')}
        icon={<Search size={16} aria-hidden="true" />}
        value={query}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') {
            onChange('');
          }
        }}
      />
    </div>
  );
}

/** Whether the scene is loaded, may be edited, and holds nothing but lights. */
function useCanFill(): boolean {
  const { editor, connection } = useEditorSession();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isBare = useScene(() => isUnfilled(editor));
  return useSignalValue(connection.state) === 'open' && !isReadOnly && isBare;
}
