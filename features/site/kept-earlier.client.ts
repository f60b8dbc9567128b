import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/**
 * `refetchOnMount` of a query whose first data come with the page. What an earlier visit of the page left in memory would hide them, and
 * would stay: it is asked for anew, however short ago that visit was.
 */
export function useRefetchOfKept(queryKey: QueryKey): "always" | true {
  const client = useQueryClient();
  const [isKept] = useState(() => client.getQueryData(queryKey) !== undefined);
  return isKept ? "always" : true;
}
