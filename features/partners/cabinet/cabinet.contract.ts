import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const cabinetOverviewEndpoint = defineEndpoint({
  id: "cabinetOverview",
  method: "GET",
  path: "/cabinet/overview",
  tag: "partners",
  summary: "The partner's own supplier at this moment",
  access: "partner",
  response: z.strictObject({ code: z.string() }),
  errors: [],
});
