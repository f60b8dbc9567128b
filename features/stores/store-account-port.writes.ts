import { makeLiveAccounts } from "#features/ready-accounts/account-port.writes.ts";
import { listStoreNames } from "#features/stores/store-names.reads.ts";

/** Ready accounts that are real, with the names of the stores that sell them, for every door. */
export const liveAccounts = makeLiveAccounts(listStoreNames);
