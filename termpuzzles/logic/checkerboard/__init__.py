"""Black and white cells of boards on which every open cell has two lines: balance, flow, parity."""
