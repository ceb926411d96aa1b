import { useEffect, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';

/** QR code of an address once it is requested; null until then, or if its code cannot be fetched. */
export function useQrPicture(address: string, isWanted: boolean): string | null {
  const [picture, setPicture] = useState<string | null>(null);

  useEffect(() => {
    let isCurrent = isWanted;
    if (isWanted) {
      fetchCode(() => import('./ar-qr.ts')).then(
        ({ qrPicture }) => isCurrent && setPicture(qrPicture(address)),
        // The address is shown beside it.
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [address, isWanted]);

  return picture;
}
