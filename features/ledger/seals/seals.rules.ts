/** A seal an hour (reliability 3.13), or as soon as a full one's worth of transfers waits. */
export const sealEveryMinutes = 60;

/** Transfers of one seal: its text is made in memory (about 200 bytes each). */
export const sealTransfersMax = 50_000;

/** Seals of one step of the sweep, after a long time without a worker. */
export const sealsPerStep = 20;
