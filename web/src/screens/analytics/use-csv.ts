import { useApi } from '../../api/provider.tsx';
import { urlOf } from '../../api/url.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { useT } from '../../hooks/use-language.tsx';

/** Some browsers read the blob after the click; this time is enough. */
const KEPT_MS = 60_000;

/** Downloads the visits of a scene as CSV from the gateway. */
export function useCsv(uuid: string): (range: { from: string; to: string }) => void {
  const t = useT();
  const { client } = useApi();
  const toast = useToast();
  const save = async (range: { from: string; to: string }) => {
    const address = urlOf('downloadAnalytics', { params: { id: uuid }, query: range });
    const response = await client.perform(async (token) => {
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) {
        throw new Error(`The table could not be had: ${answer.status}`);
      }
      return answer;
    }, uuid);
    const link = document.createElement('a');
    const file = URL.createObjectURL(await response.blob());
    link.href = file;
    link.download = `visits-${range.from}-${range.to}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(file), KEPT_MS);
  };
  return (range) => {
    save(range).catch(() => toast({ kind: 'error', text: t('problem.unexpected') }));
  };
}
