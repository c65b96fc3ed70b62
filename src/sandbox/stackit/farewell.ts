import { patched, type Store, type Stored } from './store';

/** What an object that disappears lets go of (iaas.md §7.4). */
export function farewell(store: Store, gone: Stored, at: number): void {
  if (gone.kind === 'server') serverGone(store, gone as Stored<'server'>, at);
  if (gone.kind === 'cluster') {
    for (const nicId of (gone as Stored<'cluster'>).hidden.nicIds) store.remove('nic', gone.scope, nicId, at);
  }
}

function serverGone(store: Store, { scope, hidden }: Stored<'server'>, at: number): void {
  for (const nicId of hidden.nicIds) {
    const nic = store.get('nic', scope, nicId);
    if (nic === undefined) continue;
    for (const address of [...store.list('publicIp', scope)]) {
      if (address.value.networkInterface === nicId) {
        store.put({ ...address, value: patched(address.value, { networkInterface: null }, at) }, at);
      }
    }
    if (hidden.ownNicIds.includes(nicId)) store.remove('nic', scope, nicId, at);
    else store.put({ ...nic, value: patched(nic.value, { device: null, status: 'DOWN', type: 'none' }, at) }, at);
  }
  for (const [volumeId, deleteOnTermination] of Object.entries(hidden.attachments)) {
    const volume = store.get('volume', scope, volumeId);
    if (volume === undefined) continue;
    if (deleteOnTermination) {
      store.remove('volume', scope, volumeId, at);
      continue;
    }
    const value = patched(volume.value, { status: 'AVAILABLE', serverId: null }, at);
    store.put({ ...volume, value, steps: [] }, at);
  }
}
