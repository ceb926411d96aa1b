import type { Asset, ImportReport } from '@diorama/shared/contract/assets.ts';
import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import { Suspense } from 'react';
import { Modal } from '../../../components/modal/modal.tsx';
import { useImportMessages } from '../../../hooks/use-import-messages.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './import.module.css';
import { MissingFiles } from './missing-files.tsx';
import { OriginalChoice } from './original-choice.tsx';

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
export function isWorthTelling(report: ImportReport | null): report is ImportReport {
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
      {!isWorthTelling(report) && <p>{t('import.report.nothing')}</p>}
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
