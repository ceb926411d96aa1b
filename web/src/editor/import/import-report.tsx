import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { Modal } from '../../components/modal/modal.tsx';
import { useWords } from '../hooks/use-words.ts';
import classes from './import.module.css';

const PARTS = ['missing', 'warnings', 'dropped', 'converted', 'resized', 'merged'] as const;

/** Whether an import did anything that its owner would want to know. */
export function isWorthTelling(report: ImportReport | null): report is ImportReport {
  return report !== null && PARTS.some((part) => report[part].length > 0);
}

/** What an import changed, left out or missed. */
export function ImportReportDialog({
  name,
  report,
  onClose,
}: {
  name: string;
  report: ImportReport;
  onClose: () => void;
}) {
  const { t } = useWords();
  return (
    <Modal title={t('import.report.title', { name })} onClose={onClose}>
      {PARTS.filter((part) => report[part].length > 0).map((part) => (
        <section key={part} className={classes.report}>
          <h3>{t(`import.report.${part}`)}</h3>
          <ul>
            {[...new Set(report[part])].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </Modal>
  );
}
