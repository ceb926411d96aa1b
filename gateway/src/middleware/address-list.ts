import { BlockList, isIP, isIPv6 } from 'node:net';

/** Creates a block list; the environment has checked that every entry is an address or a CIDR range. */
export function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) {
      list.addAddress(address, familyOf(address));
    } else {
      list.addSubnet(address, Number(prefix), familyOf(address));
    }
  }
  return list;
}

/** Whether a list contains an address; false for text that is no address. */
export function isListed(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
