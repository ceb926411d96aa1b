import type { Asset, ImportReport } from '@diorama/shared/contract/assets.ts';
import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import { History, Sparkles } from 'lucide-react';
import { Suspense } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useImportMessages } from '../../../hooks/use-import-messages.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import classes from './import.module.css';
import { MissingFiles } from './missing-files.tsx';

const NOTHING: ImportReport = {
  converted: [],
  resized: [],
  merged: [],
  dropped: [],
  missing: [],
  warnings: [],
};
const PARTS = ['missing', 'warnings', 'dropped', 'converted', 'resized', 'merged'] as const;

/** Whether an import has notable results for its owner. */
export function isNotable(report: ImportReport | null): report is ImportReport {
  return report !== null && PARTS.some((part) => report[part].length > 0);
}

type ReportProps = { nodeId: string; name: string; asset: Asset; onClose: () => void };

/** Report of changes, omissions and missing parts of an import, with a way back to the original file. */
export function ImportReportDialog(props: ReportProps) {
  return (
    // Waits for its translations without hiding other parts.
    <Suspense fallback={null}>
      <Report {...props} />
    </Suspense>
  );
}

function Report({ nodeId, name, asset, onClose }: ReportProps) {
  const { t } = useTranslations('import-report');
  const translate = useImportMessages();
  const report = asset.report ?? NOTHING;
  return (
    <Modal title={t('import.report.title', { name })} onClose={onClose}>
      <OriginalChoice asset={asset} />
      {!isNotable(report) && <p>{t('import.report.nothing')}</p>}
      {PARTS.filter((part) => report[part].length > 0).map((part) => (
        <section key={part} className={classes.report}>
          <h3>{t(`import.report.${part}`)}</h3>
          <ul>
            {linesOf(report, part, translate).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {part === 'missing' && <MissingFiles nodeId={nodeId} />}
        </section>
      ))}
    </Modal>
  );
}

function linesOf(
  report: ImportReport,
  part: (typeof PARTS)[number],
  translate: (message: ImportMessage) => string,
): string[] {
  return [...new Set(part === 'missing' ? report.missing : report[part].map(translate))];
}

/** Switches a model between its optimised and original file, in every scene that uses it. */
function OriginalChoice({ asset }: { asset: Asset }) {
  const { editor, assets } = useEditorSession();
  const { t } = useTranslations('import-report');
  const { client } = useApi();
  const showError = useErrorToast();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { wantsOriginal, showsOriginal } = asset;
  const isPending = wantsOriginal !== showsOriginal;
  const { isBusy, submit } = useSubmit(async () => {
    const params = { id: asset.uuid };
    assets.set(await client.call('patchAsset', { params, body: { wantsOriginal: !showsOriginal } }));
  }, showError);
  if (asset.status !== 'ready' || asset.originalUrl === null) {
    return null;
  }
  return (
    <section className="flex flex-col gap-3 items-start mb-4" aria-live="polite">
      <p>
        {t(
          isPending
            ? 'import.form.pending'
            : showsOriginal
              ? 'import.form.asItCame'
              : 'import.form.optimised',
        )}
      </p>
      {!isReadOnly && (
        <NetworkButton
          size="small"
          icon={
            showsOriginal ? (
              <Sparkles size={16} aria-hidden="true" />
            ) : (
              <History size={16} aria-hidden="true" />
            )
          }
          isLoading={isBusy || isPending}
          onClick={submit}
        >
          {t(showsOriginal ? 'import.form.optimise' : 'import.form.useOriginal')}
        </NetworkButton>
      )}
    </section>
  );
}
