"""What new boards are drawn from: params, random lines, trees and loops, and how they are scrambled."""
