import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Machines that test are busy: what is waited for ends the wait at once, and what never comes is found out all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => cleanup());
